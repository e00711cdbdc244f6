import { fullName } from '@foyer/catalog/person-name';
import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken } from '../request/secret-token.ts';
import { Problem } from '../request/problem.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { requireUuid } from '../request/require-uuid.ts';
import type { Session } from '../identity/session.service.ts';
import {
  acceptInvitation,
  listEventInvitations,
  listTeamInvitations,
  lockSharedCode,
  readEventInvitation,
  readTeamInvitation,
  setCode,
  type InvitationKey,
  type InvitationKind,
} from './invitations.queries.ts';

type State = 'live' | 'expired' | 'used' | 'revoked';
const PROBLEMS = {
  expired: 'InvitationExpired',
  used: 'InvitationUsed',
  revoked: 'InvitationRevoked',
} as const satisfies Record<Exclude<State, 'live'>, ProblemCode>;

/**
 * `isByMailedCode`: the invitation was found by its mailed code. Only this code proves the mailbox (invariant 12 of
 * docs/security.md).
 */
type FoundBy = { isByMailedCode: boolean };

type Waiting = { id: string; kind: InvitationKind; name: string; inviter: string };

/** The `info` of RFC 5869, which separates the keys of shared codes from others derived from `CSRF_SECRET`. */
const PURPOSE = 'foyer shared invitation code';

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

export type InvitationIds = { teamInvitationId: string | null; eventInvitationId: string | null };
export type InvitationOfRegistration =
  | ({ kind: 'team'; state: State | 'noSeat' } & TeamInvitation)
  | ({ kind: 'event'; state: State } & EventInvitation);

function isByMailedCode({ codeHash }: { codeHash: Uint8Array | null }, by: InvitationKey): boolean {
  return 'hash' in by && codeHash !== null && Buffer.compare(codeHash, by.hash) === 0;
}

function stateOf(row: { acceptedAt: Date | null; revokedAt: Date | null; isExpired: boolean }): State {
  if (row.acceptedAt) return 'used';
  if (row.revokedAt) return 'revoked';
  return row.isExpired ? 'expired' : 'live';
}

/**
 * An invitation has two codes (docs/glossary.md, decision 35). The mailed code is random and appears only in a mail, so
 * it proves access to the mailbox. The shared code is derived from the invitation's id and a secret. It can be shown at
 * any time and stays the same while the secret is configured, but it proves nothing.
 */
@Injectable()
export class InvitationsService {
  readonly #keys: readonly Buffer[];

  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {
    this.#keys = env.CSRF_SECRET.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32)));
  }

  async findTeamInvitation(secretId: string): Promise<TeamInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readTeam(this.prisma, { hash }));
  }

  async findEventInvitation(secretId: string): Promise<EventInvitation> {
    const hash = hashToken(secretId);
    return requireLive(await this.#readEvent(this.prisma, { hash }));
  }

  async findByRegistration(
    client: Client,
    registration: InvitationIds,
  ): Promise<InvitationOfRegistration | undefined> {
    const { teamInvitationId, eventInvitationId } = registration;
    if (teamInvitationId !== null) {
      const team = await this.#readTeam(client, { id: teamInvitationId });
      return team && { kind: 'team', ...team, state: await this.#stateWithSeat(client, team) };
    }
    if (eventInvitationId === null) return undefined;
    const event = await this.#readEvent(client, { id: eventInvitationId });
    return event && { kind: 'event', ...event };
  }

  async #readTeam(client: Client, by: InvitationKey) {
    const row = await readTeamInvitation(client, by);
    if (!row) return undefined;
    const { id, email, teamId, teamName, subscriptionStatus, endsAs, firstName, lastName } = row;
    return {
      id,
      email,
      teamId,
      teamName,
      subscriptionStatus,
      endsAs,
      inviterName: firstName === null || lastName === null ? teamName : fullName({ firstName, lastName }),
      inviterEmail: row.inviterEmail ?? '',
      isByMailedCode: isByMailedCode(row, by),
      state: stateOf(row),
    };
  }

  async #readEvent(client: Client, by: InvitationKey) {
    const row = await readEventInvitation(client, by);
    if (!row) return undefined;
    const { id, email, eventId, eventName, inviterName, inviterEmail } = row;
    return {
      id,
      email,
      eventId,
      eventName,
      inviterName,
      inviterEmail,
      isByMailedCode: isByMailedCode(row, by),
      state: stateOf(row),
    };
  }

  /** Returns `noSeat` instead of `live` if the seat limit was lowered and no seat is free (`require_free_seat`). */
  async #stateWithSeat(client: Client, { teamId, state }: { teamId: string; state: State }) {
    if (state !== 'live') return state;
    const team = await client.team.findUnique({
      where: { id: teamId },
      select: { seatLimit: true, _count: { select: { members: { where: { deactivatedAt: null } } } } },
    });
    return team && team.seatLimit > team._count.members ? state : 'noSeat';
  }

  async accept(transaction: Transaction, kind: InvitationKind, id: string): Promise<void> {
    if (await acceptInvitation(transaction, kind, id)) return;
    if (kind === 'team') requireLive(await this.#readTeam(transaction, { id }));
    else requireLive(await this.#readEvent(transaction, { id }));
    throw new Problem('InvitationUsed');
  }

  async ensureSharedCode(transaction: Transaction, kind: InvitationKind, id: string): Promise<string> {
    const stored = await lockSharedCode(transaction, kind, id);
    const known = stored && this.deriveSharedCode(kind, id, stored);
    if (known) return known;
    const [secretId = ''] = this.#candidates(kind, id);
    await setCode(transaction, kind, id, { sharedCodeHash: hashToken(secretId) });
    return encodeInvitationCode(secretId);
  }

  /** Returns undefined if the code's secret is no longer configured. */
  deriveSharedCode(kind: InvitationKind, id: string, storedHash: Uint8Array): string | undefined {
    const secretId = this.#candidates(kind, id).find(
      (one) => Buffer.compare(hashToken(one), storedHash) === 0,
    );
    return secretId === undefined ? undefined : encodeInvitationCode(secretId);
  }

  teamLink(code: string): string {
    return new URL(pages.joinTeam.replace(':invitationCode', code), this.env.PUBLIC_URL).href;
  }

  eventLink(code: string, eventName: string): string {
    const link = new URL(pages.joinEvent.replace(':invitationCode', code), this.env.PUBLIC_URL);
    link.search = new URLSearchParams({ event_name: eventName }).toString();
    return link.href;
  }

  #candidates(kind: InvitationKind, id: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(`${kind} ${id}`).digest('base64url'));
  }

  async listWaiting({ user, teamId }: Session): Promise<Waiting[]> {
    const toTeams = await listTeamInvitations(this.prisma, user.email);
    const toEvents = await listEventInvitations(this.prisma, user.email);
    return [
      ...toTeams
        .filter((invitation) => invitation.teamId !== teamId)
        .map(({ id, name, firstName, lastName }): Waiting => {
          const inviter = firstName === null || lastName === null ? name : fullName({ firstName, lastName });
          return { id, kind: 'team', name, inviter };
        }),
      ...toEvents.map(({ id, eventName: name, inviterName: inviter }): Waiting => {
        return { id, kind: 'event', name, inviter };
      }),
    ];
  }

  /**
   * The path contains the shared code, which is enough because a signed-in user has already verified the address. The
   * mailed link stays valid. Throws `NotFound`.
   */
  async openWaiting({ user }: Session, invitationId: string): Promise<string> {
    const id = requireUuid(invitationId);
    return this.prisma.$transaction(async (transaction) => {
      const hasId = (invitation: { id: string }) => invitation.id === id;
      if ((await listTeamInvitations(transaction, user.email)).some(hasId))
        return pages.switchTeam.replace(
          ':invitationCode',
          await this.ensureSharedCode(transaction, 'team', id),
        );
      const toEvent = (await listEventInvitations(transaction, user.email)).find(hasId);
      if (!toEvent) throw new Problem('NotFound');
      const code = await this.ensureSharedCode(transaction, 'event', id);
      const { pathname, search } = new URL(this.eventLink(code, toEvent.eventName));
      return pathname + search;
    });
  }
}

export function needsMailUnless(isByMailedCode: boolean): { needsMail?: true } {
  return isByMailedCode ? {} : { needsMail: true };
}

function requireLive<T extends { state: State }>(row: T | undefined): Omit<T, 'state'> {
  if (!row) throw new Problem('InvitationUnknown');
  const { state, ...invitation } = row;
  if (state !== 'live') throw new Problem(PROBLEMS[state]);
  return invitation;
}
