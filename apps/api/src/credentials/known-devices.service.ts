import { Inject, Injectable } from '@nestjs/common';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/session';
import { Prisma, type Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { run } from '../database/statements.ts';
import type { KnownDevice, RequestContext } from '../request/request-context.ts';
import { DeviceCookie } from './device-cookie.ts';
import { hashToken, mintToken } from './secret-token.ts';

/** The value is rotated at the first login after so long, which limits what a stolen copy is worth. */
const TOKEN_LIFE_DAYS = 7;
/** Each known browser has attempts of its own, so their number is bounded; the least recently used are forgotten. */
export const MAX_DEVICES = 20;

/**
 * The browsers in which a user has logged in with their password (invariant 6 of docs/security.md), for the lockout,
 * the rate limits, the mail about a new browser and the remembered second factor. A browser shared by two people has
 * one cookie and a row for each of them; a row counts for its own user only.
 */
@Injectable()
export class KnownDevicesService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    private readonly cookie: DeviceCookie,
  ) {}

  /**
   * The id of the request's browser, if this address's user has logged in there. Read-only. Queries once per request
   * and address, and only if there is a cookie; independent of whether the address has an account.
   */
  async find(request: RequestContext, email: string): Promise<string | undefined> {
    return (await this.#find(request, email))?.id;
  }

  /**
   * The statements that make this browser a known one as part of a login, and the new value of its cookie. A browser
   * new to this user always gets a fresh value, so that nobody can plant one of their own; the rows of its other
   * users move to it. `isToBeNotified`: whether the user is mailed about a new browser.
   */
  async remembering(
    { id: userId, email }: { id: string; email: string },
    isToBeNotified: boolean,
    request: RequestContext,
  ): Promise<{ token: string; isNew: boolean; statements: Prisma.Sql[] }> {
    const former = this.cookie.read(request);
    const device = await this.#find(request, email);
    const userAgent = request.userAgent;
    if (former !== undefined && device && !device.isTokenOld)
      return {
        token: former,
        isNew: false,
        statements: [
          Prisma.sql`UPDATE known_devices SET last_used_at = now(), user_agent = ${userAgent} WHERE id = ${device.id}::uuid`,
        ],
      };
    const token = mintToken();
    const own = device
      ? [
          Prisma.sql`
            UPDATE known_devices SET token_hash = ${hashToken(token)}, token_made_at = now(), last_used_at = now(),
                   user_agent = ${userAgent}
             WHERE id = ${device.id}::uuid`,
        ]
      : [
          forgettingSurplus(userId),
          Prisma.sql`
            INSERT INTO known_devices (user_id, token_hash, user_agent, ip_address, told_at)
            VALUES (${userId}::uuid, ${hashToken(token)}, ${userAgent}, ${request.address},
                    CASE WHEN NOT ${isToBeNotified} THEN now() END)`,
        ];
    const others =
      former === undefined
        ? []
        : [
            Prisma.sql`
              UPDATE known_devices SET token_hash = ${hashToken(token)}, token_made_at = now()
               WHERE token_hash = ${hashToken(former)} AND user_id <> ${userId}::uuid`,
          ];
    return { token, isNew: !device, statements: [...own, ...others] };
  }

  /** Forgets every browser of a user, as part of a password reset by mail. */
  async forgetAll(transaction: Transaction, userId: string): Promise<void> {
    await transaction.knownDevice.deleteMany({ where: { userId } });
  }

  /** Forgets every browser of a user but the one that asks. */
  async forgetOthers(
    transaction: Transaction,
    user: { id: string; email: string },
    request: RequestContext,
  ): Promise<void> {
    const own = await this.find(request, user.email);
    await transaction.knownDevice.deleteMany({
      where: { userId: user.id, ...(own === undefined ? {} : { id: { not: own } }) },
    });
  }

  #find(request: RequestContext, email: string): Promise<KnownDevice | undefined> {
    const found = request.knownDevices.get(email) ?? this.#read(request, email);
    request.knownDevices.set(email, found);
    return found;
  }

  async #read(request: RequestContext, email: string): Promise<KnownDevice | undefined> {
    const token = this.cookie.read(request);
    if (token === undefined) return undefined;
    const [row] = await run<KnownDevice>(
      this.pool,
      Prisma.sql`
        SELECT d.id, d.token_made_at <= now() - make_interval(days => ${TOKEN_LIFE_DAYS}::int) AS "isTokenOld"
          FROM known_devices d JOIN users u ON u.id = d.user_id
         WHERE d.token_hash = ${hashToken(token)} AND u.email = ${email}
           AND d.last_used_at > now() - make_interval(days => ${DEVICE_LIFE_DAYS}::int)`,
    );
    return row;
  }
}

/** Deletes the surplus of a user's browsers. Rows locked by others are skipped. */
function forgettingSurplus(userId: string): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM known_devices WHERE id IN (
      SELECT id FROM known_devices
       WHERE user_id = ${userId}::uuid AND id NOT IN (
         SELECT id FROM known_devices WHERE user_id = ${userId}::uuid
          ORDER BY last_used_at DESC, id DESC LIMIT ${MAX_DEVICES - 1})
         FOR UPDATE SKIP LOCKED)`;
}
