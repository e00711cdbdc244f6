import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient } from '@foyer/db/client';
import { InvitationCodes, type InvitationKind } from '../../accounts/invitation-codes.service.ts';
import { requireUuid } from '../../accounts/require-owner.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../session/session.service.ts';

type Waiting = { id: string; kind: 'team' | 'event'; name: string; inviter: string };

/** Invitations a user has not answered: the mail may be lost, the verified address is proof enough. */
@Injectable()
export class WaitingInvitationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly codes: InvitationCodes,
  ) {}

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

  /**
   * Says where an invitation is answered, by its shared code: whoever is signed in has proved the address already, and
   * the mailed link stays good.
   */
  async open({ user }: Session, invitationId: string): Promise<string> {
    const id = requireUuid(invitationId);
    return this.prisma.$transaction(async (transaction) => {
      const [found] = await transaction.$queryRaw<{ kind: InvitationKind; eventName: string }[]>`
        SELECT 'team' AS kind, '' AS "eventName" FROM team_invitations
         WHERE id = ${id}::uuid AND email = ${user.email}
           AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
        UNION ALL
        SELECT 'event', event_name FROM event_invitations
         WHERE id = ${id}::uuid AND email = ${user.email}
           AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
      if (!found) throw new Problem('NotFound');
      const code = await this.codes.share(transaction, found.kind, id);
      if (found.kind === 'team') return pages.switchTeam.replace(':invitationCode', code);
      const { pathname, search } = new URL(this.codes.eventLink(code, found.eventName));
      return pathname + search;
    });
  }
}
