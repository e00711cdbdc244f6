import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken } from '../credentials/secret-token.ts';
import { Problem } from '../request/problem.ts';

type State = 'live' | 'expired' | 'used' | 'revoked';
const PROBLEMS = {
  expired: 'InvitationExpired',
  used: 'InvitationUsed',
  revoked: 'InvitationRevoked',
} as const satisfies Record<Exclude<State, 'live'>, ProblemCode>;

/**
 * Which of an invitation's two codes it was found by: only the mailed one proves the mailbox (invariant 12 of
 * docs/security.md).
 */
type FoundBy = { isMailed: boolean };

export type TeamInvitation = FoundBy & {
  id: string;
  email: string;
  teamId: string;
  teamName: string;
  inviterName: string;
  inviterEmail: string;
  subscriptionStatus: string | null;
  endsAs: SubscriptionEnd | null;
};
export type EventInvitation = FoundBy & {
  id: string;
  email: string;
  eventId: string;
  eventName: string;
  inviterName: string;
  inviterEmail: string;
};

type Client = PrismaClient | Transaction;

/** The invitation by whose shared code a registration was made, if any. */
export type RegisteredFor = { teamInvitationId: string | null; eventInvitationId: string | null };
export type InvitedTo =
  | ({ kind: 'team'; state: State | 'noSeat' } & TeamInvitation)
  | ({ kind: 'event'; state: State } & EventInvitation);

/** The invitation's state, over a query's row `i`. */
const STATE = Prisma.sql`
  CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
       WHEN i.expires_at <= now() THEN 'expired' ELSE 'live' END AS state`;

/** A mailed code has a shared one beside it. A code without one was made for both uses (see the migration). */
const isMailed = (hash: Uint8Array) => Prisma.sql`
  (i.code_hash IS NOT DISTINCT FROM ${hash} AND i.shared_code_hash IS NOT NULL)`;
const NOT_MAILED = Prisma.sql`false`;
const isEitherCode = (hash: Uint8Array) =>
  Prisma.sql`(i.code_hash = ${hash} OR i.shared_code_hash = ${hash})`;

/**
 * Invitations by a link's code, mailed or shared. Looking is read-only; accepting is one conditional update, so that
 * of any number at once one succeeds. One that is not live is rejected with its state.
 */
@Injectable()
export class InvitationsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async findTeamInvitation(secretId: string): Promise<TeamInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readTeam(this.prisma, isEitherCode(hash), isMailed(hash)));
  }

  async findEventInvitation(secretId: string): Promise<EventInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readEvent(this.prisma, isEitherCode(hash), isMailed(hash)));
  }

  /** The invitation that a registration was made by, as long as it exists, with its state. */
  async findOf(client: Client, registration: RegisteredFor): Promise<InvitedTo | undefined> {
    const { teamInvitationId, eventInvitationId } = registration;
    if (teamInvitationId !== null) {
      const team = await this.#readTeam(client, Prisma.sql`i.id = ${teamInvitationId}::uuid`);
      return team && { kind: 'team', ...team, state: await this.#stateWithSeat(client, team) };
    }
    if (eventInvitationId === null) return undefined;
    const event = await this.#readEvent(client, Prisma.sql`i.id = ${eventInvitationId}::uuid`);
    return event && { kind: 'event', ...event };
  }

  async #readTeam(client: Client, condition: Prisma.Sql, mailed = NOT_MAILED) {
    const [row] = await client.$queryRaw<(TeamInvitation & { state: State })[]>`
      SELECT i.id, i.email, i.team_id AS "teamId", t.name AS "teamName",
             coalesce(u.first_name || ' ' || u.last_name, t.name) AS "inviterName", coalesce(u.email, '') AS "inviterEmail",
             ${mailed} AS "isMailed", ${STATE}, p.status AS "subscriptionStatus", p.ends_as AS "endsAs"
        FROM team_invitations i JOIN teams t ON t.id = i.team_id LEFT JOIN users u ON u.id = i.inviter_id
        LEFT JOIN subscriptions p ON p.team_id = t.id
       WHERE ${condition}`;
    return row;
  }

  async #readEvent(client: Client, condition: Prisma.Sql, mailed = NOT_MAILED) {
    const [row] = await client.$queryRaw<(EventInvitation & { state: State })[]>`
      SELECT i.id, i.email, i.event_id AS "eventId", i.event_name AS "eventName", i.inviter_name AS "inviterName",
             i.inviter_email AS "inviterEmail", ${mailed} AS "isMailed", ${STATE}
        FROM event_invitations i WHERE ${condition}`;
    return row;
  }

  /** A live invitation holds a seat, but a limit lowered since may leave too few (migration "seat_gate"). */
  async #stateWithSeat(client: Client, { teamId, state }: { teamId: string; state: State }) {
    if (state !== 'live') return state;
    const [team] = await client.$queryRaw<{ hasSeat: boolean }[]>`
      SELECT seat_limit > (SELECT count(*) FROM users WHERE team_id = t.id AND deactivated_at IS NULL) AS "hasSeat"
        FROM teams t WHERE id = ${teamId}::uuid`;
    return team?.hasSeat ? state : 'noSeat';
  }

  /** Accepts a live invitation as part of the caller's change. Throws the state of one that is not live. */
  async acceptTeamInvitation(transaction: Transaction, id: string): Promise<void> {
    const accepted = await transaction.$executeRaw`
      UPDATE team_invitations SET accepted_at = now()
       WHERE id = ${id}::uuid AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    if (accepted === 0) await this.#refuseEnded(transaction, Prisma.sql`team_invitations`, id);
  }

  async acceptEventInvitation(transaction: Transaction, id: string): Promise<void> {
    const accepted = await transaction.$executeRaw`
      UPDATE event_invitations SET accepted_at = now()
       WHERE id = ${id}::uuid AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    if (accepted === 0) await this.#refuseEnded(transaction, Prisma.sql`event_invitations`, id);
  }

  async #refuseEnded(transaction: Transaction, table: Prisma.Sql, id: string): Promise<never> {
    const [row] = await transaction.$queryRaw<{ state: State }[]>`
      SELECT ${STATE} FROM ${table} i WHERE id = ${id}::uuid`;
    requireLive(row);
    throw new Problem('InvitationUsed');
  }
}

/** Says that the code is the shared one, so that a mail has to prove the address. */
export function needsMailUnless(isMailed: boolean): { needsMail?: true } {
  return isMailed ? {} : { needsMail: true };
}

function requireLive<T extends { state: State }>(row: T | undefined): Omit<T, 'state'> {
  if (!row) throw new Problem('InvitationUnknown');
  const { state, ...invitation } = row;
  if (state !== 'live') throw new Problem(PROBLEMS[state]);
  return invitation;
}
