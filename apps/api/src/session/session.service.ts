import { Inject, Injectable } from '@nestjs/common';
import {
  accessOf,
  type Access,
  type Restriction,
  type SubscriptionEnd,
} from '@foyer/catalog/subscription-states';
import { type SessionUser } from '@foyer/contracts/login';
import { SESSION_ABSOLUTE_HOURS, SESSION_IDLE_MINUTES } from '@foyer/contracts/session';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { hashToken, mintToken } from '../credentials/secret-token.ts';
import type { RequestContext } from '../request/request-context.ts';

export type Session = {
  id: string;
  userId: string;
  teamId: string;
  user: SessionUser;
  /** Set while the gate is shut for this user (docs/product.md 10). */
  restrictedTo?: Restriction;
  hasIncompleteBilling: boolean;
};

/** Sessions live in the database only: any replica knows them, and deleting the row signs the browser out. */
@Injectable()
export class SessionService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
  ) {}

  /** Starts a session in `transaction` and returns the token for its cookie. It ends at `endsAt` if that is earlier. */
  async start(
    transaction: Transaction,
    userId: string,
    request: RequestContext,
    endsAt: Date | null = null,
  ): Promise<string> {
    const { token, statement } = this.starting(Prisma.sql`${userId}::uuid`, request, 'full', endsAt);
    await transaction.$executeRaw(statement);
    return token;
  }

  /**
   * The same as a statement, for a change that is made in one. `userId` is a value or a subquery. A session that began
   * at an identity provider ends when that is switched off or deleted. `access` is for replicas of the release before:
   * ours ask the gate at every check.
   */
  starting(
    userId: Prisma.Sql,
    request: RequestContext,
    access: Access,
    endsAt: Date | null = null,
    identityProviderId: string | null = null,
  ): { token: string; statement: Prisma.Sql } {
    const token = mintToken();
    const restrictedTo = access === 'full' ? null : 'billing';
    const userAgent = request.userAgent;
    const statement = Prisma.sql`
      INSERT INTO sessions (token_hash, user_id, restricted_to, user_agent, ip_address, expires_at,
                            identity_provider_id)
      VALUES (${hashToken(token)}, ${userId}, ${restrictedTo}::session_restriction, ${userAgent},
              ${request.address},
              least(now() + make_interval(hours => ${SESSION_ABSOLUTE_HOURS}::int), ${endsAt}::timestamptz),
              ${identityProviderId}::uuid)`;
    return { token, statement };
  }

  /**
   * The live session of a token, if any, with the gate's decision as of now. The hottest query of the portal: one
   * prepared statement on the shared pool. It extends the idle time-out at most once a minute.
   */
  async find(token: string): Promise<Session | undefined> {
    const { rows } = await this.pool.query<SessionRow>({
      name: 'find-session',
      text: FIND_SESSION,
      values: [hashToken(token), SESSION_IDLE_MINUTES],
    });
    const row = rows[0];
    if (!row) return undefined;
    if (row.is_touch_due)
      await this.pool.query('UPDATE sessions SET last_seen_at = now() WHERE id = $1', [row.id]);
    const access = accessOf({ status: row.subscription_status, endsAs: row.ends_as }, row.is_owner);
    return {
      id: row.id,
      userId: row.user_id,
      teamId: row.team_id,
      user: toSessionUser(row),
      ...(access === 'full' ? {} : { restrictedTo: access }),
      hasIncompleteBilling: row.has_incomplete_billing,
    };
  }

  /** A user's live sessions, last seen first. */
  async listLive(userId: string) {
    return this.prisma.$queryRaw<
      { id: string; userAgent: string; ipAddress: string; createdAt: Date; lastSeenAt: Date }[]
    >`
      SELECT id, user_agent AS "userAgent", ip_address AS "ipAddress", created_at AS "createdAt",
             last_seen_at AS "lastSeenAt"
        FROM sessions
       WHERE user_id = ${userId}::uuid AND expires_at > now()
         AND last_seen_at > now() - make_interval(mins => ${SESSION_IDLE_MINUTES}::int)
       ORDER BY last_seen_at DESC`;
  }

  /** Ends a session. Idempotent. */
  async end(token: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } });
  }

  /** Lifts the restriction that replicas of the release before store in sessions. */
  async liftRestriction(userId: string): Promise<void> {
    await this.prisma.session.updateMany({ where: { userId }, data: { restrictedTo: null } });
  }

  /**
   * Ends every session of a user and every grant to an app, as part of the caller's change (invariant 9 of
   * docs/security.md).
   */
  async endAll(transaction: Transaction, userId: string): Promise<void> {
    await transaction.session.deleteMany({ where: { userId } });
    await transaction.$executeRaw`
      UPDATE oauth_grants SET revoked_at = now() WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`;
  }
}

type SessionRow = {
  id: string;
  user_id: string;
  team_id: string;
  email: string;
  first_name: string;
  last_name: string;
  team_name: string;
  has_incomplete_billing: boolean;
  subscription_status: string | null;
  ends_as: SubscriptionEnd | null;
  is_owner: boolean;
  is_touch_due: boolean;
};

const FIND_SESSION = `
  SELECT s.id, s.user_id, u.email, u.first_name, u.last_name, u.team_id,
         t.name AS team_name, t.has_incomplete_billing, t.owner_id IS NOT DISTINCT FROM u.id AS is_owner,
         p.status AS subscription_status, p.ends_as,
         s.last_seen_at < now() - interval '1 minute' AS is_touch_due
    FROM sessions s JOIN users u ON u.id = s.user_id JOIN teams t ON t.id = u.team_id
    LEFT JOIN subscriptions p ON p.team_id = t.id
   WHERE s.token_hash = $1
     AND s.expires_at > now()
     AND s.last_seen_at > now() - make_interval(mins => $2::int)
     AND u.deactivated_at IS NULL`;

/** The fields of a user that the browser may know (docs/product.md 3), from a row or a model of the same names. */
export function toSessionUser(
  row: Pick<SessionRow, 'user_id' | 'email' | 'first_name' | 'last_name' | 'team_name'>,
): SessionUser {
  return {
    platform_user_id: row.user_id,
    email: row.email,
    addressable_name: `${row.first_name} ${row.last_name}`,
    sortable_name: `${row.last_name}, ${row.first_name}`,
    team: { name: row.team_name },
  };
}
