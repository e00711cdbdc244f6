import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class TeamSettingsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly audit: AuditService,
  ) {}

  /** Gives up the PRO that was chosen and not paid for. The plan itself is untouched: it was Free all along. */
  async stayOnFree(session: Session, request: RequestContext): Promise<void> {
    const { teamId, userId, user } = session;
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.team.updateMany({
        where: { id: teamId, ownerId: userId },
        data: { hasIncompleteBilling: false },
      });
      if (count === 0) throw new Problem('NotOwner');
      const entry = { action: 'team.stay-on-free', outcome: 'ok', userId, email: user.email } as const;
      await this.audit.record(entry, request, transaction);
    });
  }
}
