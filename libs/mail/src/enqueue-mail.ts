import { fromPrisma, type PgBoss, type PrismaTransactionLike } from 'pg-boss';
import type { Mail } from './mail-kinds.ts';
import { inTrace } from './carry-trace.ts';
import { nextMailId } from './mail-id.ts';
import { MAIL_QUEUE } from './queues.ts';
import { sealMail } from './seal-content.ts';

/**
 * Enqueues mails in the caller's transaction. A mail is sent only after the commit, and only before it expires
 * (mail-kinds.ts).
 */
export class MailQueue {
  readonly #boss: PgBoss;
  readonly #secret: string;

  constructor(boss: PgBoss, secret: string) {
    this.#boss = boss;
    this.#secret = secret;
  }

  async enqueueMail(transaction: PrismaTransactionLike, mail: Mail): Promise<void> {
    await this.enqueueMails(transaction, [mail]);
  }

  /** An address gets the mails in order, unless a mail must be retried (decision 4). */
  async enqueueMails(transaction: PrismaTransactionLike, mails: Mail[]): Promise<void> {
    if (mails.length === 0) return;
    const jobs = mails.map((mail) => ({
      id: nextMailId(),
      data: inTrace(sealMail(mail, this.#secret)),
      group: { id: mail.to },
    }));
    await this.#boss.insert(MAIL_QUEUE, jobs, { db: fromPrisma(transaction) });
  }
}
