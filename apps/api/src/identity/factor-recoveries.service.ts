import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  CAUTIOUS_FOR_DAYS,
  CAUTIOUS_RECOVERY_DAYS,
  RECOVERY_GOOD_DAYS,
  RECOVERY_HOURS,
} from '@foyer/contracts/identity/factor-recovery';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import {
  ago,
  ahead,
  clockTime,
  expression,
  now,
  typedSql,
  wholeSecondsBetween,
  type Expression,
} from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { LostFactorEvent } from '@foyer/mail/mail-kinds';
import { FACTOR_RECOVERY_QUEUE } from '@foyer/mail/queues';
import { AuditService, type AuditAction } from '../audit/audit.service.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Jobs } from '../database/jobs.ts';
import { SessionService, toKnownSession, type Session } from './session.service.ts';
import type { RequestContext } from '../request/request-context.ts';
import { Problem } from '../request/problem.ts';
import { factorDemandOf } from './access.ts';
import { lockUsers } from './addresses.queries.ts';
import { findFactorStanding } from './second-factor/second-factor.queries.ts';

type ReminderJob = { recoveryId: string; userId: string };

/** Whose wait it is. */
type WaitingPerson = { id: string; email: string; firstName: string };

/** Who began a wait: the person, by password and mail, or the owner of the team that is named. */
export type Beginning = { by: 'person' } | { by: 'owner'; ownerOf: string; onWordOf: string | null };

/** What stopped it: the link of a mail, a person who is logged in, or a right code of the factor. */
export type Stopping = 'link' | 'session' | 'code';

/** Mails go out again when this part of the wait is over. */
const LATE = 0.75;

/**
 * Waits of people who have lost their second factor and the recovery codes (decision 82). While one goes on, every address
 * of its person is told, and whoever gets that mail, or is logged in, can stop it. Nothing is due at its end: the next login
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
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(FACTOR_RECOVERY_QUEUE, (transaction, job: ReminderJob) =>
      this.#remind(transaction, job),
    );
  }

  /** What the browser may know of a session, with the wait that its person should know of. */
  async knownSession(session: Session): Promise<KnownSession> {
    const endsAt = session.asksForCode ? await this.findEnd(this.prisma, session.userId) : undefined;
    return { ...toKnownSession(session), ...(endsAt && { recoveryEndsAt: endsAt.toISOString() }) };
  }

  /** When the factor of a person can go, if there is a wait. */
  async findEnd(place: Transaction, userId: string): Promise<Date | undefined> {
    const row = await typedSql(place)
      .selectFrom('factorRecoveries')
      .select('endsAt')
      .where('userId', '=', userId)
      .where(isOpen)
      .executeTakeFirst();
    return row?.endsAt;
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
   * that one's. Their addresses are told with the link that stops it.
   */
  async begin(
    transaction: Transaction,
    userId: string,
    beginning: Beginning,
    request: RequestContext,
  ): Promise<Date> {
    const running = await this.findEnd(transaction, userId);
    if (running) return running;
    // One that nobody made use of in time.
    await typedSql(transaction)
      .updateTable('factorRecoveries')
      .set({ outcome: 'replaced', overAt: now() })
      .where('userId', '=', userId)
      .where('overAt', 'is', null)
      .execute();
    const token = mintToken();
    const onWordOf = beginning.by === 'owner' ? beginning.onWordOf : null;
    const { id, endsAt, secondsToReminder } = await typedSql(transaction)
      .insertInto('factorRecoveries')
      .values({ userId, beganBy: beginning.by, onWordOf, endsAt: endOf(userId), stopHash: hashToken(token) })
      .returning((row) => [
        'id',
        'endsAt',
        wholeSecondsBetween(now(), row.ref('endsAt')).as('secondsToReminder'),
      ])
      .executeTakeFirstOrThrow();
    const person = await this.#person(transaction, userId);
    await this.jobs.send(
      transaction,
      FACTOR_RECOVERY_QUEUE,
      { recoveryId: id, userId } satisfies ReminderJob,
      Math.floor(secondsToReminder * LATE),
    );
    const ownerOf = beginning.by === 'owner' ? { ownerOf: beginning.ownerOf } : {};
    await this.#notify(transaction, person, 'begun', endsAt, { ...ownerOf, stopToken: token });
    await this.#record(transaction, person, 'second-factor.recovery-begin', { by: beginning.by }, request);
    return endsAt;
  }

  /** Stops the wait of a person, if there is one. Whether there was. */
  async stop(
    transaction: Transaction,
    userId: string,
    by: Stopping,
    request: RequestContext,
  ): Promise<boolean> {
    const stopped = await typedSql(transaction)
      .updateTable('factorRecoveries')
      .set({ outcome: 'stopped', overAt: now() })
      .where('userId', '=', userId)
      .where(isOpen)
      .returning('endsAt')
      .executeTakeFirst();
    if (!stopped) return false;
    const person = await this.#person(transaction, userId);
    await this.#notify(transaction, person, 'stopped', stopped.endsAt);
    await this.#record(transaction, person, 'second-factor.recovery-stop', { by }, request);
    return true;
  }

  /**
   * Takes the factor off a person whose wait has ended and whose password was right, with remembered browsers, sessions and
   * grants. Whether it did; of concurrent calls, and of this and a stop, one does. A password that has been changed since it was
   * checked has ended the wait, too.
   */
  async finish(userId: string, request: RequestContext): Promise<boolean> {
    const due = await typedSql(this.prisma)
      .selectFrom('factorRecoveries')
      .select('id')
      .where('userId', '=', userId)
      .where(isDue)
      .executeTakeFirst();
    if (!due) return false;
    return this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      await typedSql(transaction)
        .selectFrom('secondFactors')
        .select('userId')
        .where('userId', '=', userId)
        .forUpdate()
        .execute();
      const done = await typedSql(transaction)
        .updateTable('factorRecoveries')
        .set({ outcome: 'done', overAt: now() })
        .where('id', '=', due.id)
        .where(isDue)
        .returning('endsAt')
        .executeTakeFirst();
      if (!done) return false;
      await transaction.secondFactor.deleteMany({ where: { userId } });
      await this.sessions.endAll(transaction, userId);
      const person = await this.#person(transaction, userId);
      await this.#notify(transaction, person, 'done', done.endsAt);
      await this.#record(transaction, person, 'second-factor.recovery-done', {}, request);
      return true;
    });
  }

  /** Once, whether the job comes late or twice. A wait that has ended can still be stopped, so it is told of, too. */
  async #remind(transaction: Transaction, { recoveryId, userId }: ReminderJob): Promise<void> {
    await lockUsers(transaction, userId);
    const token = mintToken();
    const told = await typedSql(transaction)
      .updateTable('factorRecoveries')
      .set({ lateStopHash: hashToken(token) })
      .where('id', '=', recoveryId)
      .where('lateStopHash', 'is', null)
      .where(isOpen)
      .returning('endsAt')
      .executeTakeFirst();
    if (!told) return;
    const person = await this.#person(transaction, userId);
    await this.#notify(transaction, person, 'ending', told.endsAt, { stopToken: token });
  }

  async #person(transaction: Transaction, id: string): Promise<WaitingPerson> {
    return transaction.user.findUniqueOrThrow({
      where: { id },
      select: { id: true, email: true, firstName: true },
    });
  }

  async #notify(
    transaction: Transaction,
    { email: to, firstName }: WaitingPerson,
    what: LostFactorEvent,
    endsAt: Date,
    more: { stopToken?: string; ownerOf?: string } = {},
  ): Promise<void> {
    await this.mails.enqueueMail(transaction, {
      kind: 'lost-factor',
      to,
      content: { firstName, what, endsAt: endsAt.toISOString(), ...more },
    });
  }

  async #record(
    transaction: Transaction,
    { id: userId, email }: WaitingPerson,
    action: AuditAction,
    details: Record<string, string>,
    request: RequestContext,
  ): Promise<void> {
    await this.audit.record({ action, outcome: 'ok', userId, email, details }, request, transaction);
  }
}

/** A wait that goes on, or has ended and can still be made use of. */
const isOpen = () =>
  expression.and([
    expression('factorRecoveries.overAt', 'is', null),
    expression('factorRecoveries.endsAt', '>', ago({ days: RECOVERY_GOOD_DAYS })),
  ]);

/** The same, and its end has come: by the clock of this moment, for the transaction may have waited for a lock. */
const isDue = () => expression.and([isOpen(), expression('factorRecoveries.endsAt', '<=', clockTime())]);

/**
 * When the wait of a person who begins now will end. Longer after what may have put the address into other hands, a reset by
 * mail or another address, and after a wait that was stopped: somebody did not want it.
 */
function endOf(userId: string): Expression<Date> {
  const lately = ago({ days: CAUTIOUS_FOR_DAYS });
  const isCautious = expression.or([
    expression.exists(
      expression
        .selectFrom('oneTimeLinks')
        .select('id')
        .where('userId', '=', userId)
        .where('purpose', '=', 'reset_password')
        .where('usedAt', '>', lately),
    ),
    expression.exists(
      expression
        .selectFrom('addressChanges')
        .select('id')
        .where('userId', '=', userId)
        .where('appliedAt', '>', lately),
    ),
    expression.exists(
      expression
        .selectFrom('factorRecoveries as former')
        .select('former.id')
        .where('former.userId', '=', userId)
        .where('former.outcome', '=', 'stopped')
        .where('former.overAt', '>', lately),
    ),
  ]);
  return expression
    .case()
    .when(isCautious)
    .then(ahead({ days: CAUTIOUS_RECOVERY_DAYS }))
    .else(ahead({ hours: RECOVERY_HOURS }))
    .end();
}
