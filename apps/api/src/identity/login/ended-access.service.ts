import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { ENDED_ACCESS_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { takeEndedAccess } from './ended-access.queries.ts';

const EVERY_MINUTE = '* * * * *';
const BATCH_SIZE = 200;

type Ended = MailContents['access-ended'] & { email: string; isDeactivated: boolean };

/**
 * Mails people what ended with an identity provider's word. The database writes that down (`end_access_on_word_of`), since
 * it is also Prisma Studio that switches identity providers off, and cannot seal a mail.
 */
@Injectable()
export class EndedAccessService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(ENDED_ACCESS_QUEUE, () => this.sendMails());
    await this.jobs.repeat(ENDED_ACCESS_QUEUE, EVERY_MINUTE);
  }

  /** One mail to each person and identity provider. Of two runs at once each mails about other rows. */
  async sendMails(): Promise<void> {
    while ((await this.#sendBatch()) > 0) continue;
  }

  async #sendBatch(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const rows = await takeEndedAccess(transaction, BATCH_SIZE);
      const all = new Map<string, Ended>();
      for (const { deactivatedAt, ...row } of rows) {
        const key = `${row.email} ${row.identityProvider}`;
        all.set(key, joined({ ...row, isDeactivated: deactivatedAt !== null }, all.get(key)));
      }
      for (const { email: to, isDeactivated, ...content } of all.values())
        // The address may be somebody else's by now.
        if (!isDeactivated) await this.mails.enqueueMail(transaction, { kind: 'access-ended', to, content });
      return rows.length;
    });
  }
}

function joined(one: Ended, other: Ended | undefined): Ended {
  if (!other) return one;
  return {
    ...one,
    passkeys: [...other.passkeys, ...one.passkeys],
    hasApp: other.hasApp || one.hasApp,
    recoveryCodes: other.recoveryCodes + one.recoveryCodes,
    connectedApps: [...new Set([...other.connectedApps, ...one.connectedApps])],
  };
}
