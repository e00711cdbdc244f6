import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { now, typedSql, type Written } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { NEW_DEVICE_QUEUE } from '@foyer/mail/queues';
import { limits } from '../../config/limits.ts';
import { Jobs } from '../../database/jobs.ts';
import { readDevice } from '../sessions/name-device.ts';
import { readNetwork } from '../sessions/read-network.ts';
import { bucketOf, take } from '../../mails/mail-limits.ts';

type NewDeviceJob = { userId: string };

/** Mails users about browsers new to them: at once, then at most once a day, leaving out none. */
@Injectable()
export class NewDeviceNoticeService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(NEW_DEVICE_QUEUE, (transaction, { userId }: NewDeviceJob) =>
      this.#notify(transaction, userId),
    );
  }

  /**
   * Requests the mail, as a part of the login's statement that comes after its session. One that is due already covers this
   * login, too.
   */
  async asking(userId: string): Promise<Written> {
    return this.jobs.sending(NEW_DEVICE_QUEUE, { userId } satisfies NewDeviceJob, userId);
  }

  async #notify(transaction: Transaction, userId: string): Promise<void> {
    // Waits for logins that are about to commit: they may have taken this job to be the one that tells of them.
    const user = await typedSql(transaction)
      .selectFrom('users')
      .select(['email', 'firstName'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return;
    const devices = await transaction.knownDevice.findMany({
      where: { userId, toldAt: null },
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true, userAgent: true, ipAddress: true },
    });
    if (devices.length === 0) return;
    const secondsToWait = await take(transaction, [bucketOf(limits.deviceNotices, user.email, 'new-device')]);
    if (secondsToWait > 0) {
      const job: NewDeviceJob = { userId };
      return this.jobs.send(transaction, NEW_DEVICE_QUEUE, job, secondsToWait, userId);
    }
    await typedSql(transaction)
      .updateTable('knownDevices')
      .set({ toldAt: now() })
      .where('userId', '=', userId)
      .where('toldAt', 'is', null)
      .execute();
    await this.mails.enqueueMail(transaction, {
      kind: 'new-device',
      to: user.email,
      content: {
        firstName: user.firstName,
        logins: devices.map(({ createdAt, userAgent, ipAddress }) => ({
          at: createdAt.toISOString(),
          ...readDevice(userAgent),
          network: readNetwork(ipAddress),
        })),
      },
    });
  }
}
