import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail } from '@foyer/mail/mail-kinds';
import { fillIfRoom, cooldownBucket } from './mail-limits.ts';

/** Notices have no rate limit, but an identical notice to the same address is dropped during the cooldown. */
@Injectable()
export class NoticesService {
  constructor(private readonly mails: MailQueue) {}

  async notify(transaction: Transaction, mail: Mail): Promise<void> {
    const words = createHash('sha256').update(JSON.stringify(mail.content)).digest('base64url');
    if ((await fillIfRoom(transaction, [cooldownBucket(mail.to, `${mail.kind} ${words}`)])) === 0)
      await this.mails.enqueueMail(transaction, mail);
  }
}
