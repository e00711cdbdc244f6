import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { LostFactorEvent } from '@foyer/mail/mail-kinds';
import { FACTOR_RECOVERY_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../audit/audit.service.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Jobs } from '../database/jobs.ts';
import { endAllSessions, toKnownSession, type Session } from './session.service.ts';
import type { RequestContext } from '../request/request-context.ts';
import { Problem } from '../request/problem.ts';
import { factorDemandOf } from './access.ts';
import { lockUsers } from './addresses.queries.ts';
import {
  completeRecovery,
  findRecovery,
  findRecoveryEnd,
  insertRecovery,
  noteReminder,
  stopOpenRecovery,
} from './second-factor/factor-recoveries.queries.ts';
import { findFactorStanding } from './second-factor/second-factor.queries.ts';

type ReminderJob = { recoveryId: string; userId: string };

/** `person`: the user, who gave the password and a mailed code. `owner`: the owner of the team named `ownerOf`. */
type RecoveryStart = { by: 'person' } | { by: 'owner'; ownerOf: string; dependsOnIdp: string | null };

type RecoveryStop = 'link' | 'session' | 'code';

/** The fraction of the waiting period after which the reminder is sent. */
const LATE = 0.75;

/**
 * Recovery of a lost second factor after a waiting period (decision 82). During this period, mails with a link that
 * stops the recovery go to the user's address, and to a former address that can still undo its change. No job removes
 * the factor. Instead, a login with the password within `RECOVERY_GOOD_DAYS` after the waiting period does. Until that
 * login, the recovery can still be stopped.
 *
 * Lock order: user, factor, recovery.
 */
@Injectable()
export class FactorRecoveries implements OnApplicationBootstrap {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(FACTOR_RECOVERY_QUEUE, (transaction, job: ReminderJob) =>
      this.#remind(transaction, job),
    );
  }

  async knownSession(session: Session): Promise<KnownSession> {
    const endsAt = session.hasApp ? await findRecoveryEnd(this.prisma, session.userId) : undefined;
    return { ...toKnownSession(session), ...(endsAt && { recoveryEndsAt: endsAt.toISOString() }) };
  }

  /**
   * Throws `RecoveryNotOffered` for a user who must have a second factor. Only the team's owner may start the recovery
   * of such a user (decision 82).
   */
  async requireFactorOptional(transaction: Transaction, userId: string): Promise<void> {
    const standing = await findFactorStanding(transaction, userId);
    if (standing && factorDemandOf(standing, this.env.SECOND_FACTOR_REQUIRED_BY))
      throw new Problem('RecoveryNotOffered');
  }

  /**
   * Returns the end of the waiting period. If a recovery is already open, starts none and returns its end. The user
   * must have an authenticator app, and the caller must hold the lock of the user.
   */
  async begin(
    transaction: Transaction,
    userId: string,
    start: RecoveryStart,
    request: RequestContext,
  ): Promise<Date> {
    const running = await findRecoveryEnd(transaction, userId);
    if (running) return running;
    const token = mintToken();
    const { id, endsAt, secondsToEnd } = await insertRecovery(transaction, {
      userId,
      beganBy: start.by,
      dependsOnIdp: start.by === 'owner' ? start.dependsOnIdp : null,
      stopHash: hashToken(token),
    });
    await this.jobs.send(
      transaction,
      FACTOR_RECOVERY_QUEUE,
      { recoveryId: id, userId } satisfies ReminderJob,
      Math.floor(secondsToEnd * LATE),
    );
    const ownerOf = start.by === 'owner' ? { ownerOf: start.ownerOf } : {};
    const email = await this.#notify(transaction, userId, 'begun', endsAt, { ...ownerOf, stopToken: token });
    const entry = { action: 'second-factor.recovery-begin', outcome: 'ok', userId, email } as const;
    await this.audit.record({ ...entry, details: { by: start.by } }, request, transaction);
    return endsAt;
  }

  async stop(
    transaction: Transaction,
    userId: string,
    by: RecoveryStop,
    request: RequestContext,
  ): Promise<boolean> {
    const endsAt = await stopOpenRecovery(transaction, userId);
    if (!endsAt) return false;
    const email = await this.#notify(transaction, userId, 'stopped', endsAt);
    const entry = { action: 'second-factor.recovery-stop', outcome: 'ok', userId, email } as const;
    await this.audit.record({ ...entry, details: { by } }, request, transaction);
    return true;
  }

  /**
   * Needs no step-up, because stopping should be easy and the user can start a new recovery. Throws `NotFound` if no
   * recovery is open.
   */
  async stopOwn({ userId }: Session, request: RequestContext): Promise<void> {
    const isStopped = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      return this.stop(transaction, userId, 'session', request);
    });
    if (!isStopped) throw new Problem('NotFound');
  }

  /**
   * Call this only after a correct password. If the waiting period is over, removes the authenticator app and ends all
   * sessions and grants. `isRemoved` is true for only one of several concurrent calls. `endsAt` is set while the
   * waiting period is running.
   */
  async finish(userId: string, request: RequestContext): Promise<{ isRemoved: boolean; endsAt?: Date }> {
    const wait = await findRecovery(this.prisma, userId);
    if (!wait) return { isRemoved: false };
    if (!wait.isOver) return { isRemoved: false, endsAt: wait.endsAt };
    const isRemoved = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      const endsAt = await completeRecovery(transaction, { id: wait.id, userId });
      if (!endsAt) return false;
      await transaction.secondFactor.deleteMany({ where: { userId } });
      await endAllSessions(transaction, userId);
      const email = await this.#notify(transaction, userId, 'done', endsAt);
      const entry = { action: 'second-factor.recovery-done', outcome: 'ok', userId, email } as const;
      await this.audit.record(entry, request, transaction);
      return true;
    });
    return { isRemoved };
  }

  /**
   * A repeated job sends no second reminder. A late job also sends it after the waiting period, because the recovery
   * can still be stopped then.
   */
  async #remind(transaction: Transaction, { recoveryId, userId }: ReminderJob): Promise<void> {
    await lockUsers(transaction, userId);
    const token = mintToken();
    const endsAt = await noteReminder(transaction, recoveryId, hashToken(token));
    if (!endsAt) return;
    await this.#notify(transaction, userId, 'ending', endsAt, { stopToken: token });
  }

  async #notify(
    transaction: Transaction,
    userId: string,
    what: LostFactorEvent,
    endsAt: Date,
    more: { stopToken?: string; ownerOf?: string } = {},
  ): Promise<string> {
    const { email, firstName } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, firstName: true },
    });
    const content = { firstName, what, endsAt: endsAt.toISOString(), ...more };
    await this.mails.enqueueMail(transaction, { kind: 'lost-factor', to: email, content });
    return email;
  }
}
