import { fullName } from '@foyer/catalog/person-name';
import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { flag, now, typedSql } from '@foyer/db/typed-sql';
import { hashToken } from '../request/secret-token.ts';
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

/** How an invitation is looked for: by its id, or by the hash of either code. */
type Found = { id: string } | { hash: Uint8Array<ArrayBuffer> };

function isMailed({ codeHash }: { codeHash: Uint8Array | null }, by: Found): boolean {
  return 'hash' in by && codeHash !== null && Buffer.compare(codeHash, by.hash) === 0;
}

function stateOf(row: { acceptedAt: Date | null; revokedAt: Date | null; isExpired: boolean }): State {
  if (row.acceptedAt) return 'used';
  if (row.revokedAt) return 'revoked';
  return row.isExpired ? 'expired' : 'live';
}

async function accept(
  transaction: Transaction,
  table: 'teamInvitations' | 'eventInvitations',
  id: string,
): Promise<boolean> {
  const accepted = await typedSql(transaction)
    .updateTable(table)
    .set({ acceptedAt: now() })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

/**
 * Invitations by a link's code, mailed or shared. Looking is read-only; accepting is one conditional update, so that
 * of any number at once one succeeds. One that is not live is rejected with its state.
 */
@Injectable()
export class InvitationsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async findTeamInvitation(secretId: string): Promise<TeamInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readTeam(this.prisma, { hash }));
  }

  async findEventInvitation(secretId: string): Promise<EventInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readEvent(this.prisma, { hash }));
  }

  /** The invitation that a registration was made by, as long as it exists, with its state. */
  async findOf(client: Client, registration: RegisteredFor): Promise<InvitedTo | undefined> {
    const { teamInvitationId, eventInvitationId } = registration;
    if (teamInvitationId !== null) {
      const team = await this.#readTeam(client, { id: teamInvitationId });
      return team && { kind: 'team', ...team, state: await this.#stateWithSeat(client, team) };
    }
    if (eventInvitationId === null) return undefined;
    const event = await this.#readEvent(client, { id: eventInvitationId });
    return event && { kind: 'event', ...event };
  }

  async #readTeam(client: Client, by: Found) {
    const row = await typedSql(client)
      .selectFrom('teamInvitations as i')
      .innerJoin('teams as t', 't.id', 'i.teamId')
      .leftJoin('users as u', 'u.id', 'i.inviterId')
      .leftJoin('subscriptions as p', 'p.teamId', 't.id')
      .select([
        'i.id',
        'i.email',
        'i.teamId',
        't.name as teamName',
        'p.status as subscriptionStatus',
        'p.endsAs',
      ])
      .select(['u.firstName', 'u.lastName', 'u.email as inviterEmail'])
      .select(['i.acceptedAt', 'i.revokedAt', 'i.codeHash'])
      .select((invitation) => flag(invitation('i.expiresAt', '<=', now())).as('isExpired'))
      .where((invitation) => invitation.or(keysOf(by)))
      .executeTakeFirst();
    if (!row) return undefined;
    const { id, email, teamId, teamName, subscriptionStatus, endsAs, firstName, lastName } = row;
    return {
      ...{ id, email, teamId, teamName, subscriptionStatus, endsAs },
      inviterName: firstName === null || lastName === null ? teamName : fullName({ firstName, lastName }),
      inviterEmail: row.inviterEmail ?? '',
      isMailed: isMailed(row, by),
      state: stateOf(row),
    };
  }

  async #readEvent(client: Client, by: Found) {
    const row = await typedSql(client)
      .selectFrom('eventInvitations as i')
      .select(['i.id', 'i.email', 'i.eventId', 'i.eventName', 'i.inviterName', 'i.inviterEmail'])
      .select(['i.acceptedAt', 'i.revokedAt', 'i.codeHash'])
      .select((invitation) => flag(invitation('i.expiresAt', '<=', now())).as('isExpired'))
      .where((invitation) => invitation.or(keysOf(by)))
      .executeTakeFirst();
    if (!row) return undefined;
    const { id, email, eventId, eventName, inviterName, inviterEmail } = row;
    return {
      ...{ id, email, eventId, eventName, inviterName, inviterEmail },
      isMailed: isMailed(row, by),
      state: stateOf(row),
    };
  }

  /** A live invitation holds a seat, but a limit lowered since may leave too few (`require_free_seat`). */
  async #stateWithSeat(client: Client, { teamId, state }: { teamId: string; state: State }) {
    if (state !== 'live') return state;
    const team = await client.team.findUnique({
      where: { id: teamId },
      select: { seatLimit: true, _count: { select: { members: { where: { deactivatedAt: null } } } } },
    });
    return team && team.seatLimit > team._count.members ? state : 'noSeat';
  }

  /** Accepts a live invitation as part of the caller's change. Throws the state of one that is not live. */
  async acceptTeamInvitation(transaction: Transaction, id: string): Promise<void> {
    if (await accept(transaction, 'teamInvitations', id)) return;
    requireLive(await this.#readTeam(transaction, { id }));
    throw new Problem('InvitationUsed');
  }

  async acceptEventInvitation(transaction: Transaction, id: string): Promise<void> {
    if (await accept(transaction, 'eventInvitations', id)) return;
    requireLive(await this.#readEvent(transaction, { id }));
    throw new Problem('InvitationUsed');
  }
}

/** One of these names the invitation. */
function keysOf(by: Found) {
  return 'id' in by ? { 'i.id': by.id } : { 'i.codeHash': by.hash, 'i.sharedCodeHash': by.hash };
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
