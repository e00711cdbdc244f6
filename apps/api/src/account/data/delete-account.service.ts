import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import { eraseDayOf, type DeletionReply } from '@foyer/contracts/account/own-data';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { erasePerson, type Erased } from '@foyer/db/erase-person';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { BILLING_END_QUEUE, ERASE_QUEUE } from '@foyer/mail/queues';
import { requireStepUp } from '../../identity/step-up.ts';
import { requireLeavable } from '../../teams/leave-team.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { endOtherSessions, requestDeletion, cancelDeletion } from '../../identity/users.queries.ts';
import { deleteOffersOf } from '../../teams/teams.queries.ts';
import { revokeTeamInvitations } from '../../invitations/invitations.queries.ts';
import { TeamBilling } from '../../teams/team-billing.ts';
import { rejectUnverifiedFactor } from '../../identity/access.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { findFormerAddresses } from '../../database/former-addresses.queries.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';
import { Problem } from '../../request/problem.ts';
import { endAllSessions, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { listDue, lockDue } from './own-data.queries.ts';

const EVERY_NIGHT = '40 3 * * *';
/** An erasure can take long, because it scans the security log and the queue. */
const TIMEOUT_MS = 120_000;

/**
 * For `DELETION_PERIOD_DAYS` after the request, the user can log in and keep the account. Then a job erases it
 * (docs/flows/account/leaving.md).
 */
@Injectable()
export class DeleteAccountService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly teamBilling: TeamBilling,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(ERASE_QUEUE, () => this.eraseDue());
    await this.jobs.repeat(ERASE_QUEUE, EVERY_NIGHT);
  }

  /**
   * Of several concurrent calls, only one succeeds. Throws `LastOwner` for the owner of a team with other members,
   * `SignInRequired` if the session ended meanwhile, and the problems of `rejectUnverifiedFactor`, `requireStepUp`,
   * `endOpenAttempt`, `endPlan` and `requireLeavable`. A call that throws does not change the account, but may have
   * ended the plan.
   */
  async request(session: Session, request: RequestContext): Promise<DeletionReply> {
    await rejectUnverifiedFactor(this.prisma, session);
    await requireStepUp(this.prisma, session, 'account');
    const { userId, teamId } = session;
    // `LastOwner` must be thrown before the plan is ended.
    if (await this.#ownsAlone(session)) {
      await this.teamBilling.endOpenAttempt(userId, teamId);
      await this.teamBilling.endPlan(teamId);
    }
    const deletionRequestedAt = await retryConflicts(() =>
      this.prisma.$transaction((transaction) => this.#leave(transaction, session, request)),
    );
    return { erasedOn: eraseDayOf(deletionRequestedAt).toISOString() };
  }

  async keep(session: Session, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    await this.prisma.$transaction(async (transaction) => {
      const kept = await cancelDeletion(transaction, userId);
      if (!kept) return this.#requireAccount(transaction, userId);
      // Only this session is known to belong to the user who keeps the account, so the others end.
      await endOtherSessions(transaction, session);
      const { email, firstName } = kept;
      await this.mails.enqueueMail(transaction, { kind: 'account-kept', to: email, content: { firstName } });
      await this.audit.record(
        { action: 'account.keep', outcome: 'ok', userId, email: user.email },
        request,
        transaction,
      );
    });
  }

  async #requireAccount(transaction: Transaction, userId: string): Promise<void> {
    if ((await transaction.user.count({ where: { id: userId } })) === 0) throw new Problem('SignInRequired');
  }

  async #ownsAlone({ teamId, userId }: Session): Promise<boolean> {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { ownerId: true, _count: { select: { members: true } } },
    });
    if (team.ownerId !== userId) return false;
    if (team._count.members > 1) throw new Problem('LastOwner');
    return true;
  }

  async #leave(transaction: Transaction, session: Session, request: RequestContext): Promise<Date> {
    const { id, userId, teamId, user } = session;
    await lockUsers(transaction, userId);
    await rejectUnverifiedFactor(transaction, session);
    const current = await transaction.session.findFirst({
      where: { id, userId, user: { teamId, deletionRequestedAt: null } },
      select: { user: { select: { firstName: true } } },
    });
    if (!current) throw new Problem('SignInRequired');
    const isOwner = await requireLeavable(transaction, userId, teamId);
    const deletionRequestedAt = await requestDeletion(transaction, userId);
    await endAllSessions(transaction, userId);
    await deleteOffersOf(transaction, userId);
    // A team whose owner is leaving accepts no members. `require_free_seat` rejects new invitations.
    if (isOwner) await revokeTeamInvitations(transaction, teamId);
    const erasedOn = eraseDayOf(deletionRequestedAt).toISOString();
    await this.mails.enqueueMail(transaction, {
      kind: 'account-leaving',
      to: user.email,
      content: { firstName: current.user.firstName, erasedOn },
    });
    await this.audit.record(
      { action: 'account.delete', outcome: 'ok', userId, email: user.email },
      request,
      transaction,
    );
    return deletionRequestedAt;
  }

  /**
   * Erases each account in a transaction of its own, with the code of `npm run operate -- erase-user`. If an erasure
   * fails, tries the other accounts and then throws, so that the queue retries the job and finally reports it.
   */
  async eraseDue(): Promise<void> {
    const due = await listDue(this.prisma);
    const failed: string[] = [];
    for (const { id: userId } of due)
      try {
        await this.#endPlan(userId);
        const erased = await this.prisma.$transaction((transaction) => this.#erase(transaction, userId), {
          timeout: TIMEOUT_MS,
        });
        if (erased) report(erased);
      } catch (error) {
        failed.push(userId);
        log.warn({ err: error, userId }, 'an account that is due could not be erased');
      }
    if (failed.length > 0) throw new Error(`${failed.length} of ${due.length} accounts could not be erased`);
  }

  /**
   * If the user owns a team without other members, ends its plan, which may have begun after the deletion request.
   */
  async #endPlan(userId: string): Promise<void> {
    const team = await this.prisma.team.findFirst({
      where: { ownerId: userId, members: { none: { id: { not: userId } } } },
      select: { id: true },
    });
    if (team) await this.teamBilling.endPlan(team.id);
  }

  async #erase(transaction: Transaction, userId: string): Promise<Erased | undefined> {
    const user = await lockDue(transaction, userId);
    if (!user) return undefined;
    const { email, firstName } = user;
    const former = await findFormerAddresses(transaction, userId);
    const erased = await erasePerson(transaction, email, {
      isPlanRunning: (status) => subscriptionStateOf(status).isRunning,
    });
    // The job also ends subscriptions at the provider that are not in the database.
    const { stripeCustomerId } = erased;
    if (stripeCustomerId !== undefined)
      await this.jobs.send(transaction, BILLING_END_QUEUE, { stripeCustomerId }, 0, stripeCustomerId);
    // This runs after the erasure, which deletes queued mails to the user's addresses.
    const language = languageNamed(user.language);
    for (const to of [email, ...former.map((one) => one.email)])
      await this.mails.enqueueMail(transaction, {
        kind: 'account-erased',
        to,
        language,
        content: { firstName },
      });
    await this.audit.recordOfJob({ action: 'account.erase', outcome: 'ok', userId }, transaction);
    return erased;
  }
}

/** If a backup is restored, the log shows which erasures must be repeated. */
function report({ erasures, apps, stripeCustomerId }: Erased): void {
  log.info({ erasures, apps }, 'a person was erased');
  if (stripeCustomerId !== undefined)
    log.warn({ stripeCustomerId }, 'the card provider still knows an erased customer: erase them there');
}
