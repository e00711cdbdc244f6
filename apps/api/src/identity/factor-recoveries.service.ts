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

/** Who began a wait: the person, by password and mail, or the owner of the team that is named. */
type RecoveryStart = { by: 'person' } | { by: 'owner'; ownerOf: string; onWordOf: string | null };

/** What stopped it: the link of a mail, a person who is logged in, or a right code of the factor. */
type RecoveryStop = 'link' | 'session' | 'code';

/** Mails go out again when this part of the wait is over. */
const LATE = 0.75;

/**
 * Waits of people who have lost their second factor and the recovery codes (decision 82). While one goes on, every address
 * of its person gets mails, and whoever reads one, or is logged in, can stop it. Nothing is due at its end: the next login
 * with the password takes the factor off, by the database's clock, and until then it can be stopped.
 *
 * Locks come in one order: the user, the factor, the wait.
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

  /** What the browser may know of a session, with the wait that its person should know of. */
  async knownSession(session: Session): Promise<KnownSession> {
    const endsAt = session.asksForCode ? await findRecoveryEnd(this.prisma, session.userId) : undefined;
    return { ...toKnownSession(session), ...(endsAt && { recoveryEndsAt: endsAt.toISOString() }) };
  }

  /**
   * Who is asked for a second factor does not take off their own by waiting: the owner of the team, or an operator, begins
   * it (decision 82). Throws `RecoveryNotOffered`.
   */
  async refuseOwn(transaction: Transaction, userId: string): Promise<void> {
    const standing = await findFactorStanding(transaction, userId);
    if (standing && factorDemandOf(standing, this.env.SECOND_FACTOR_REQUIRED_BY))
      throw new Problem('RecoveryNotOffered');
  }

  /**
   * Begins the wait of a person who has a factor and whose row is locked, and gives its end; of one that goes on already,
   * that one's. Their addresses get a mail with the link that stops it.
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
      onWordOf: start.by === 'owner' ? start.onWordOf : null,
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

  /** Stops the wait of a person, if there is one. Whether there was. */
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
   * Stops the visitor's own wait. No fresh proof: it must be easy, and nothing is lost by it that cannot be begun again. Throws
   * `NotFound`.
   */
  async stopOwn({ userId }: Session, request: RequestContext): Promise<void> {
    const isStopped = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      return this.stop(transaction, userId, 'session', request);
    });
    if (!isStopped) throw new Problem('NotFound');
  }

  /**
   * Takes the factor off a person whose wait has ended and whose password was right, with remembered browsers, sessions and
   * grants. Whether it did; of concurrent calls, and of this and a stop, one does. A password that has been changed since it was
   * checked has ended the wait, too. `endsAt` is the end of a wait that goes on.
   */
  async finish(userId: string, request: RequestContext): Promise<{ isTakenOff: boolean; endsAt?: Date }> {
    const wait = await findRecovery(this.prisma, userId);
    if (!wait) return { isTakenOff: false };
    if (!wait.isOver) return { isTakenOff: false, endsAt: wait.endsAt };
    const isTakenOff = await this.prisma.$transaction(async (transaction) => {
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
    return { isTakenOff };
  }

  /** Once, whether the job comes late or twice. A wait that has ended can still be stopped, so its person is reminded, too. */
  async #remind(transaction: Transaction, { recoveryId, userId }: ReminderJob): Promise<void> {
    await lockUsers(transaction, userId);
    const token = mintToken();
    const endsAt = await noteReminder(transaction, recoveryId, hashToken(token));
    if (!endsAt) return;
    await this.#notify(transaction, userId, 'ending', endsAt, { stopToken: token });
  }

  /** Mails the person, and returns their address. */
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
