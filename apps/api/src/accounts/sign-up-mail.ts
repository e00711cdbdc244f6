import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { OneTimeLinksService } from '../credentials/one-time-links.service.ts';
import { claimMailWait } from './mail-wait.ts';

/** The mail that answers a sign-up, asked for by the form or by "Resend email". */
@Injectable()
export class SignUpMail {
  constructor(
    private readonly links: OneTimeLinksService,
    private readonly mails: MailQueue,
  ) {}

  /** Whether a mail may go to the address now. Whoever claims first holds the address until its transaction ends. */
  async claim(transaction: Transaction, email: string): Promise<boolean> {
    return claimMailWait(transaction, email, 'sign-up');
  }

  /**
   * Sends the verification link of a pending registration, or tells the owner of an account that there is one. An
   * address that is neither gets nothing. Call it only after a successful claim.
   */
  async send(transaction: Transaction, email: string): Promise<void> {
    const [found] = await transaction.$queryRaw<Found[]>`
      SELECT u.id AS "userId", coalesce(u.first_name, r.first_name) AS "firstName", r.plan
        FROM (SELECT ${email}::text AS email) AS asked
        LEFT JOIN users u USING (email)
        LEFT JOIN registrations r USING (email)
       WHERE u.id IS NOT NULL OR r.id IS NOT NULL`;
    if (!found) return;
    const { userId, firstName, plan } = found;
    const resetToken = await this.links.mint(
      transaction,
      userId ? 'reset_password' : 'create_password',
      email,
      userId,
    );
    await this.mails.enqueueMail(
      transaction,
      userId
        ? { kind: 'already-registered', to: email, content: { firstName, resetToken } }
        : { kind: 'verify-email', to: email, content: { firstName, resetToken, plan: plan ?? 'free' } },
    );
  }
}

type Found = { userId: string | null; firstName: string; plan: 'free' | 'pro' | null };
