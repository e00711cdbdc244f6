import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { NEW_DEVICE_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../database/jobs.ts';
import { nameDevice } from '../session/name-device.ts';
import { namePlace } from '../session/name-place.ts';

type NewDeviceJob = { userId: string };

/** Time between two of these mails to a user; what happens meanwhile is in the next one. */
const WAIT_HOURS = 24;

/** Mails users about browsers new to them: at once, then at most once a day, leaving out none. */
@Injectable()
export class NewDeviceNoticeService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<NewDeviceJob>(NEW_DEVICE_QUEUE, (job) =>
      this.prisma.$transaction(async (transaction) => {
        await this.#notify(transaction, job.data.userId);
        await this.jobs.complete(transaction, job);
      }),
    );
  }

  /** Requests the mail, as part of the login. One that is due already covers this login, too. */
  async ask(transaction: Transaction, userId: string, afterSeconds = 0): Promise<void> {
    await this.jobs.send(
      transaction,
      NEW_DEVICE_QUEUE,
      { userId } satisfies NewDeviceJob,
      afterSeconds,
      userId,
    );
  }

  async #notify(transaction: Transaction, userId: string): Promise<void> {
    // Waits for logins that are about to commit: they may have taken this job to be the one that tells of them.
    const [user] = await transaction.$queryRaw<{ email: string; firstName: string }[]>`
      SELECT email, first_name AS "firstName" FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    if (!user) return;
    const devices = await transaction.knownDevice.findMany({
      where: { userId, toldAt: null },
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true, userAgent: true, ipAddress: true },
    });
    if (devices.length === 0) return;
    const secondsToWait = await claimWait(transaction, user.email);
    if (secondsToWait > 0) return this.ask(transaction, userId, secondsToWait);
    await transaction.$executeRaw`
      UPDATE known_devices SET told_at = now() WHERE user_id = ${userId}::uuid AND told_at IS NULL`;
    await this.mails.enqueueMail(transaction, {
      kind: 'new-device',
      to: user.email,
      content: {
        firstName: user.firstName,
        logins: devices.map(({ createdAt, userAgent, ipAddress }) => ({
          at: createdAt.toISOString(),
          device: nameDevice(userAgent),
          place: namePlace(ipAddress),
        })),
      },
    });
  }
}

/** Claims the right to send the mail now and returns 0; or returns the seconds until then. */
async function claimWait(transaction: Transaction, email: string): Promise<number> {
  const claimed = await transaction.$executeRaw`
    INSERT INTO mail_waits (email, kind) VALUES (${email}, 'new-device')
    ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
     WHERE mail_waits.sent_at <= now() - make_interval(hours => ${WAIT_HOURS}::int)`;
  if (claimed === 1) return 0;
  const [wait] = await transaction.$queryRaw<{ seconds: number }[]>`
    SELECT greatest(1, ceil(extract(epoch FROM sent_at - now()) + ${WAIT_HOURS}::int * 3600))::int AS seconds
      FROM mail_waits WHERE email = ${email} AND kind = 'new-device'`;
  return wait?.seconds ?? 1;
}
