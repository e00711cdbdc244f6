import { Inject, Injectable } from '@nestjs/common';
import type { RefusalCode } from '@foyer/contracts/refusal';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken } from '../credentials/secret-token.ts';
import { Refusal } from '../http/refusal.ts';

type State = 'live' | 'expired' | 'used' | 'revoked';
const REFUSALS = {
  expired: 'InvitationExpired',
  used: 'InvitationUsed',
  revoked: 'InvitationRevoked',
} as const satisfies Record<Exclude<State, 'live'>, RefusalCode>;

export type TeamInvitation = {
  id: string;
  email: string;
  teamId: string;
  teamName: string;
  inviterName: string;
  inviterEmail: string;
};
export type EventInvitation = {
  id: string;
  email: string;
  eventId: string;
  eventName: string;
  inviterName: string;
  inviterEmail: string;
};

/**
 * Invitations by their secret id, which is what a link's code holds. Looking changes nothing; accepting is one
 * conditional update, so of any number at once one is accepted. A dead one is refused with what became of it.
 */
@Injectable()
export class InvitationsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async findTeamInvitation(secretId: string): Promise<TeamInvitation> {
    const [row] = await this.prisma.$queryRaw<(TeamInvitation & { state: State })[]>`
      SELECT i.id, i.email, i.team_id AS "teamId", t.name AS "teamName",
             coalesce(u.first_name || ' ' || u.last_name, t.name) AS "inviterName", coalesce(u.email, '') AS "inviterEmail",
             CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
                  WHEN i.expires_at <= now() THEN 'expired' ELSE 'live' END AS state
        FROM team_invitations i JOIN teams t ON t.id = i.team_id LEFT JOIN users u ON u.id = i.inviter_id
       WHERE i.code_hash = ${hashToken(secretId)}`;
    return requireLive(row);
  }

  async findEventInvitation(secretId: string): Promise<EventInvitation> {
    const [row] = await this.prisma.$queryRaw<(EventInvitation & { state: State })[]>`
      SELECT id, email, event_id AS "eventId", event_name AS "eventName", inviter_name AS "inviterName",
             inviter_email AS "inviterEmail",
             CASE WHEN accepted_at IS NOT NULL THEN 'used' WHEN revoked_at IS NOT NULL THEN 'revoked'
                  WHEN expires_at <= now() THEN 'expired' ELSE 'live' END AS state
        FROM event_invitations WHERE code_hash = ${hashToken(secretId)}`;
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
