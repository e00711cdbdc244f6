import { Inject, Injectable } from '@nestjs/common';
import type { RefusalCode } from '@foyer/contracts/refusal';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken } from '../credentials/secret-token.ts';
import { Refusal } from '../http/refusal.ts';

type State = 'live' | 'expired' | 'used' | 'revoked';
const REFUSALS = {
  expired: 'InvitationExpired',
  used: 'InvitationUsed',
  revoked: 'InvitationRevoked',
} as const satisfies Record<Exclude<State, 'live'>, RefusalCode>;

/** Which of an invitation's two codes it was found by: only the mailed one proves the mailbox (DESIGN invariant 12). */
type FoundBy = { isMailed: boolean };

export type TeamInvitation = FoundBy & {
  id: string;
  email: string;
  teamId: string;
  teamName: string;
  inviterName: string;
  inviterEmail: string;
};
export type EventInvitation = FoundBy & {
  id: string;
  email: string;
  eventId: string;
  eventName: string;
  inviterName: string;
  inviterEmail: string;
};

/** What became of an invitation, for each query's row `i`. */
const STATE = Prisma.sql`
  CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
       WHEN i.expires_at <= now() THEN 'expired' ELSE 'live' END AS state`;

/** A mailed code has a shared one beside it. Where there is none, the code was made for both (see the migration). */
const isMailed = (hash: Uint8Array) => Prisma.sql`
  (i.code_hash IS NOT DISTINCT FROM ${hash} AND i.shared_code_hash IS NOT NULL) AS "isMailed"`;
const isEitherCode = (hash: Uint8Array) =>
  Prisma.sql`(i.code_hash = ${hash} OR i.shared_code_hash = ${hash})`;

/**
 * Invitations by the secret id that a link's code holds, the mailed one or the shared. Looking changes nothing; accepting is one
 * conditional update, so of any number at once one is accepted. A dead one is refused with what became of it.
 */
@Injectable()
export class InvitationsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async findTeamInvitation(secretId: string): Promise<TeamInvitation> {
    const hash = hashToken(secretId);
    const [row] = await this.prisma.$queryRaw<(TeamInvitation & { state: State })[]>`
      SELECT i.id, i.email, i.team_id AS "teamId", t.name AS "teamName",
             coalesce(u.first_name || ' ' || u.last_name, t.name) AS "inviterName", coalesce(u.email, '') AS "inviterEmail",
             ${isMailed(hash)}, ${STATE}
        FROM team_invitations i JOIN teams t ON t.id = i.team_id LEFT JOIN users u ON u.id = i.inviter_id
       WHERE ${isEitherCode(hash)}`;
    return requireLive(row);
  }

  async findEventInvitation(secretId: string): Promise<EventInvitation> {
    const hash = hashToken(secretId);
    const [row] = await this.prisma.$queryRaw<(EventInvitation & { state: State })[]>`
      SELECT i.id, i.email, i.event_id AS "eventId", i.event_name AS "eventName", i.inviter_name AS "inviterName",
             i.inviter_email AS "inviterEmail", ${isMailed(hash)}, ${STATE}
        FROM event_invitations i WHERE ${isEitherCode(hash)}`;
    return requireLive(row);
  }

  /** Accepts a live invitation as part of the change it allows. Throws `InvitationUsed` when somebody was faster. */
  async acceptTeamInvitation(transaction: Transaction, id: string): Promise<void> {
    const accepted = await transaction.$executeRaw`
      UPDATE team_invitations SET accepted_at = now()
       WHERE id = ${id}::uuid AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    if (accepted === 0) throw new Refusal('InvitationUsed');
  }

  async acceptEventInvitation(transaction: Transaction, id: string): Promise<void> {
    const accepted = await transaction.$executeRaw`
      UPDATE event_invitations SET accepted_at = now()
       WHERE id = ${id}::uuid AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    if (accepted === 0) throw new Refusal('InvitationUsed');
  }
}

function requireLive<T extends { state: State }>(row: T | undefined): Omit<T, 'state'> {
  if (!row) throw new Refusal('InvitationUnknown');
  const { state, ...invitation } = row;
  if (state !== 'live') throw new Refusal(REFUSALS[state]);
  return invitation;
}
