import { Inject, Injectable } from '@nestjs/common';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/identity/session';
import type { Transaction } from '@foyer/db/client';
import { ago, ahead, detached, flag, now, prepare, typedSql, type Change } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import type { KnownDevice, RequestContext } from '../../request/request-context.ts';
import { DeviceCookie } from './device-cookie.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';

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

  /** Whether this address's user has chosen that this browser is asked for no second factor for a while. */
  async isRemembered(request: RequestContext, email: string): Promise<boolean> {
    return (await this.#find(request, email))?.isRemembered ?? false;
  }

  /**
   * The statements that make this browser a known one as part of a login, and the new value of its cookie. A browser
   * new to this user always gets a fresh value, so that nobody can plant one of their own; the rows of its other
   * users move to it. `isToBeNotified`: whether the user is mailed about a new browser. `rememberDays`: for how long it is
   * to be asked for no second factor; else that stays as it is. `onWordOf`: the identity provider on whose word alone the
   * login is; a browser that its person has logged in with otherwise does not note it.
   */
  async remembering(
    { id: userId, email }: { id: string; email: string },
    isToBeNotified: boolean,
    request: RequestContext,
    { rememberDays = 0, onWordOf = null }: { rememberDays?: number; onWordOf?: string | null } = {},
  ): Promise<{ token: string; isNew: boolean; statements: Change[] }> {
    const remembered = rememberDays > 0 ? { secondFactorUntil: ahead({ days: rememberDays }) } : {};
    const known = { ...remembered, ...(onWordOf === null ? { onWordOf } : {}) };
    const former = this.cookie.read(request);
    const device = await this.#find(request, email);
    const userAgent = request.userAgent;
    if (former !== undefined && device && !device.isTokenOld)
      return {
        token: former,
        isNew: false,
        statements: [
          detached
            .updateTable('knownDevices')
            .set({ lastUsedAt: now(), userAgent, ...known })
            .where('id', '=', device.id),
        ],
      };
    const token = mintToken();
    const tokenHash = hashToken(token);
    const own = device
      ? [
          detached
            .updateTable('knownDevices')
            .set({ tokenHash, tokenMadeAt: now(), lastUsedAt: now(), userAgent, ...known })
            .where('id', '=', device.id),
        ]
      : [
          forgettingSurplus(userId),
          detached.insertInto('knownDevices').values({
            ...{ userId, tokenHash, userAgent, ipAddress: request.address },
            toldAt: isToBeNotified ? null : now(),
            onWordOf,
            ...remembered,
          }),
        ];
    const others =
      former === undefined
        ? []
        : [
            detached
              .updateTable('knownDevices')
              .set({ tokenHash, tokenMadeAt: now() })
              .where('tokenHash', '=', hashToken(former))
              .where('userId', '<>', userId),
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
    const [row] = await findDevice(typedSql(this.pool), { tokenHash: hashToken(token), email });
    return row;
  }
}

const findDevice = prepare<{ tokenHash: Uint8Array<ArrayBuffer>; email: string }>()((database, given) =>
  database
    .selectFrom('knownDevices as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select('d.id')
    .select((row) => flag(row('d.secondFactorUntil', '>', now())).as('isRemembered'))
    .select((row) => flag(row('d.tokenMadeAt', '<=', ago({ days: TOKEN_LIFE_DAYS }))).as('isTokenOld'))
    .where('d.tokenHash', '=', given('tokenHash'))
    .where('u.email', '=', given('email'))
    .where('d.lastUsedAt', '>', ago({ days: DEVICE_LIFE_DAYS })),
);

/** Deletes the surplus of a user's browsers. Rows locked by others are skipped. */
function forgettingSurplus(userId: string): Change {
  return detached.deleteFrom('knownDevices').where('id', 'in', (row) =>
    row
      .selectFrom('knownDevices')
      .select('id')
      .where('userId', '=', userId)
      .where('id', 'not in', (kept) =>
        kept
          .selectFrom('knownDevices')
          .select('id')
          .where('userId', '=', userId)
          .orderBy('lastUsedAt', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_DEVICES - 1),
      )
      .forUpdate()
      .skipLocked(),
  );
}
