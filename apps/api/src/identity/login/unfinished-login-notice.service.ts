import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PENDING_LOGIN_MINUTES } from '@foyer/contracts/identity/second-factor';
import type { Transaction } from '@foyer/db/client';
import { clockTime, now, typedSql, wholeSecondsBetween, type Written } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { UNFINISHED_LOGIN_QUEUE } from '@foyer/mail/queues';
import { limits } from '../../config/limits.ts';
import { Jobs } from '../../database/jobs.ts';
import { bucketOf, take } from '../../mails/mail-limits.ts';

type UnfinishedLoginJob = { userId: string };

/**
 * Mails people whose password was given in a browser that is new to them, and no right code after it: whoever it was knows the
 * password. Once a day at most.
 */
@Injectable()
export class UnfinishedLoginNotice implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(UNFINISHED_LOGIN_QUEUE, (transaction, { userId }: UnfinishedLoginJob) =>
      this.#notify(transaction, userId),
    );
  }

  /** Looks at a login that begins to wait when it has run out, as a part of the statement that it begins with. */
  async asking(userId: string): Promise<Written> {
    const data: UnfinishedLoginJob = { userId };
    return this.jobs.sending(UNFINISHED_LOGIN_QUEUE, data, userId, PENDING_LOGIN_MINUTES * 60);
  }

  async #notify(transaction: Transaction, userId: string): Promise<void> {
    // Waits for logins that are about to wait: they may have taken this job to be the one that looks at them.
    const user = await typedSql(transaction)
      .selectFrom('users')
      .select(['email', 'firstName'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return;
    const ended = await typedSql(transaction)
      .deleteFrom('pendingLogins')
      .where('userId', '=', userId)
      .where('isBrowserNew', '=', true)
      .where('expiresAt', '<=', clockTime())
      .returning('createdAt')
      .execute();
    const [first] = ended.map(({ createdAt }) => createdAt).toSorted((one, other) => +one - +other);
    if (
      first &&
      (await take(transaction, [bucketOf(limits.deviceNotices, user.email, 'login-unfinished')])) === 0
    ) {
      const content = { firstName: user.firstName, at: first.toISOString() };
      await this.mails.enqueueMail(transaction, { kind: 'login-unfinished', to: user.email, content });
    }
    const next = await typedSql(transaction)
      .selectFrom('pendingLogins')
      .select((row) => wholeSecondsBetween(now(), row.fn.min('expiresAt')).as('seconds'))
      .where('userId', '=', userId)
      .where('isBrowserNew', '=', true)
      .executeTakeFirst();
    if (next?.seconds != null)
      await this.jobs.send(
        transaction,
        UNFINISHED_LOGIN_QUEUE,
        { userId },
        Math.max(1, next.seconds),
        userId,
      );
  }
}
