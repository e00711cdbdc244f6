import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail } from '@foyer/mail/mail-kinds';

/**
 * Mails that tell somebody what happened to their account: it was locked, its password changed, a payment failed. No
 * limit ever keeps one back. Only one that says word for word what went to the address in the wait just before is left
 * out: it is there already.
 */
@Injectable()
export class NoticesService {
  constructor(private readonly mails: MailQueue) {}

  /** Enqueues a notice in `transaction`, or merges it into an equal one. */
  async notify(transaction: Transaction, mail: Mail): Promise<void> {
    const words = createHash('sha256').update(JSON.stringify(mail.content)).digest('base64url');
    const isNew = await transaction.$executeRaw`
      INSERT INTO mail_waits (email, kind) VALUES (${mail.to}, ${`${mail.kind} ${words}`})
      ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
       WHERE mail_waits.sent_at <= now() - make_interval(secs => ${RESEND_WAIT_SECONDS}::int)`;
    if (isNew === 1) await this.mails.enqueueMail(transaction, mail);
  }
}
