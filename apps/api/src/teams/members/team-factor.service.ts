import { Inject, Injectable } from '@nestjs/common';
import {
  CHOOSE_NEAR_DAY,
  FACTOR_RULE_DAYS,
  type RequireFactorBody,
} from '@foyer/contracts/identity/second-factor';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { findSessionProvider, requireStepUp } from '../../identity/step-up.ts';
import { lockTeam } from '../teams.queries.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import {
  endOfDay,
  factorDemandOf,
  lastDayBefore,
  userHasFactor,
  requireOwner,
} from '../../identity/access.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Clock } from '../../database/clock.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { FactorRecoveries } from '../../identity/factor-recoveries.service.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { listForFactor } from './team.queries.ts';

const DAY_MS = 86_400_000;

/**
 * The rule that members of a team need a second factor (decision 83). Every change of the rule is mailed to all active
 * members.
 */
@Injectable()
export class TeamFactorService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly notices: NoticesService,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async describe({ teamId, userId }: Session): Promise<NonNullable<TeamReply['secondFactor']>> {
    const { secondFactorDueAt } = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { secondFactorDueAt: true },
    });
    return {
      ...(secondFactorDueAt && { by: lastDayBefore(secondFactorDueAt) }),
      isOwn: await userHasFactor(this.prisma, userId),
    };
  }

  /**
   * Requires a second factor from the end of the day `by`, or from the end of a member's grace period if that is later.
   * Throws `OwnFactorMissing`, `ValidationFailed` if the day is in the past or too far ahead, and the problems of
   * `requireOwner` and `requireStepUp`.
   */
  async require(session: Session, { by }: RequireFactorBody, request: RequestContext): Promise<void> {
    await this.#change(session, async (transaction, team) => {
      if (!(await userHasFactor(transaction, session.userId))) throw new Problem('OwnFactorMissing');
      const secondFactorDueAt = this.#nearDay(by);
      await transaction.team.update({
        where: { id: team.id },
        data: { secondFactorDueAt },
        select: { id: true },
      });
      const companies = await transaction.identityProvider.count({
        where: { teamId: team.id, isEnabled: true },
      });
      for (const member of await listForFactor(transaction, team.id)) {
        const { dueAt } = factorDemandOf(member, undefined) ?? { dueAt: secondFactorDueAt };
        await this.notices.notify(transaction, {
          kind: 'factor-required',
          to: member.email,
          content: {
            firstName: member.firstName,
            teamName: team.name,
            hasOne: member.isReady,
            by: lastDayBefore(dueAt),
            ...(companies > 0 && { hasCompany: true }),
          },
        });
      }
      await this.audit.recordBy(session, 'team.require-second-factor', request, transaction, { by });
    });
  }

  /** Members keep their factors. Throws the problems of `requireOwner` and `requireStepUp`. */
  async waive(session: Session, request: RequestContext): Promise<void> {
    await this.#change(session, async (transaction, team) => {
      const { count } = await transaction.team.updateMany({
        where: { id: team.id, secondFactorDueAt: { not: null } },
        data: { secondFactorDueAt: null },
      });
      if (count === 0) return;
      for (const { email, firstName } of await listForFactor(transaction, team.id))
        await this.notices.notify(transaction, {
          kind: 'factor-waived',
          to: email,
          content: { firstName, teamName: team.name },
        });
      await this.audit.recordBy(session, 'team.waive-second-factor', request, transaction);
    });
  }

  /**
   * Starts the recovery of a member's second factor (decision 82). Needs no mailed code, in contrast to a recovery that
   * the member requests. If a recovery has already started, its waiting period does not change. The response does not
   * tell the owner how long the waiting period is. Throws `OwnSecondFactor`, `NotFound`, `NoSecondFactor`, and the
   * problems of `requireOwner` and `requireStepUp`.
   */
  async resetMember(session: Session, memberId: string, request: RequestContext): Promise<void> {
    const id = requireUuid(memberId);
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    const { userId, teamId } = session;
    if (id === userId) throw new Problem('OwnSecondFactor');
    await this.prisma.$transaction(async (transaction) => {
      // Meanwhile, the owner may have transferred the team, or the member may have left it.
      await lockUsers(transaction, userId, id);
      const { name } = await requireOwner(transaction, session);
      const member = await transaction.user.findFirst({
        where: { id, teamId },
        select: { secondFactorAt: true },
      });
      if (!member) throw new Problem('NotFound');
      if (!member.secondFactorAt) throw new Problem('NoSecondFactor');
      await this.audit.recordBy(session, 'team.reset-second-factor', request, transaction);
      const dependsOnIdp = await findSessionProvider(transaction, session);
      await this.recoveries.begin(transaction, id, { by: 'owner', ownerOf: name, dependsOnIdp }, request);
    });
  }

  /** Locks the owner and the team, so that no member can remove their last factor at the same time. */
  async #change(
    session: Session,
    change: (transaction: Transaction, team: { id: string; name: string }) => Promise<void>,
  ): Promise<void> {
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, session.userId);
        await lockTeam(transaction, session.teamId);
        await change(transaction, await requireOwner(transaction, session));
      }),
    );
  }

  #nearDay(by: string): Date {
    const at = this.clock.now();
    const end = endOfDay(by);
    const isNear = end && end > at && end.getTime() - at.getTime() <= (FACTOR_RULE_DAYS + 1) * DAY_MS;
    if (!isNear) throw new Problem('ValidationFailed', { fields: { by: CHOOSE_NEAR_DAY } });
    return end;
  }
}
