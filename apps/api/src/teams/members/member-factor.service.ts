import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { findVouchingProvider, requireStepUp } from '../../identity/step-up.ts';
import { FactorRecoveries } from '../../identity/factor-recoveries.service.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { requireOwner } from '../../identity/require-owner.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** What an owner can do for a member who has lost the second factor: begin their wait, without the mail (decision 82). */
@Injectable()
export class MemberFactorService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditService,
  ) {}

  /**
   * Begins the wait, or leaves one that goes on. The member is told as if they had begun it themselves; how long it takes
   * is between them and us. Throws `NotOwner`, `ProofNeeded`, `OwnSecondFactor`, `NotFound`, `NoSecondFactor`.
   */
  async reset(session: Session, memberId: string, request: RequestContext): Promise<void> {
    const id = requireUuid(memberId);
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    const { userId, user, teamId } = session;
    if (id === userId) throw new Problem('OwnSecondFactor');
    await this.prisma.$transaction(async (transaction) => {
      // They may own the team by now, or have left it.
      await lockUsers(transaction, userId, id);
      const { name } = await requireOwner(transaction, session);
      const member = await transaction.user.findFirst({
        where: { id, teamId },
        select: { secondFactorAt: true },
      });
      if (!member) throw new Problem('NotFound');
      if (!member.secondFactorAt) throw new Problem('NoSecondFactor');
      await this.audit.record(
        { action: 'team.reset-second-factor', outcome: 'ok', userId, email: user.email },
        request,
        transaction,
      );
      const onWordOf = await findVouchingProvider(transaction, session);
      await this.recoveries.begin(transaction, id, { by: 'owner', ownerOf: name, onWordOf }, request);
    });
  }
}
