import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail } from '@foyer/mail/mail-kinds';

/**
 * Mails about what happened to an account: it was locked, its password changed, a payment failed. No limit holds one
 * back; only one that repeats, word for word, what went to the address within the wait is dropped.
 */
@Injectable()
export class NoticesService {
  constructor(private readonly mails: MailQueue) {}

  async notify(transaction: Transaction, mail: Mail): Promise<void> {
    const words = createHash('sha256').update(JSON.stringify(mail.content)).digest('base64url');
    const isNew = await transaction.$executeRaw`
      INSERT INTO mail_waits (email, kind) VALUES (${mail.to}, ${`${mail.kind} ${words}`})
      ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
       WHERE mail_waits.sent_at <= now() - make_interval(secs => ${RESEND_WAIT_SECONDS}::int)`;
    if (isNew === 1) await this.mails.enqueueMail(transaction, mail);
  }
}
