import { Inject, Injectable } from '@nestjs/common';
import { encodeInvitationCode } from '@foyer/contracts/invitation';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient } from '@foyer/db/client';
import { requireUuid } from '../../accounts/require-owner.ts';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Session } from '../../session/session.service.ts';

type Waiting = { id: string; kind: 'team' | 'event'; name: string; inviter: string };

/** Invitations a user has not answered: the mail may be lost, the verified address is proof enough (LESSONS F34). */
@Injectable()
export class WaitingInvitationsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async list({ user, teamId }: Session): Promise<Waiting[]> {
    return this.prisma.$queryRaw<Waiting[]>`
      SELECT i.id, 'team' AS kind, t.name, coalesce(u.first_name || ' ' || u.last_name, t.name) AS inviter
        FROM team_invitations i JOIN teams t ON t.id = i.team_id LEFT JOIN users u ON u.id = i.inviter_id
       WHERE i.email = ${user.email} AND i.team_id <> ${teamId}::uuid
         AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
      UNION ALL
      SELECT id, 'event', event_name, inviter_name FROM event_invitations
       WHERE email = ${user.email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
  }

  /** Gives the invitation a new code, which only this visitor learns, and says where it is answered. */
  async open({ user }: Session, invitationId: string): Promise<string> {
    const id = requireUuid(invitationId);
    const secretId = mintToken();
    const code = encodeInvitationCode(secretId);
    const teams = await this.prisma.$executeRaw`
      UPDATE team_invitations SET code_hash = ${hashToken(secretId)}
       WHERE id = ${id}::uuid AND email = ${user.email}
         AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    if (teams === 1) return pages.switchTeam.replace(':invitationCode', code);
    const [event] = await this.prisma.$queryRaw<{ name: string }[]>`
      UPDATE event_invitations SET code_hash = ${hashToken(secretId)}
       WHERE id = ${id}::uuid AND email = ${user.email}
         AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
      RETURNING event_name AS name`;
    if (!event) throw new Refusal('NotFound');
    const query = new URLSearchParams({ event_name: event.name });
    return `${pages.joinEvent.replace(':invitationCode', code)}?${query}`;
  }
}
