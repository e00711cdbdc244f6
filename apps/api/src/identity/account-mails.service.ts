import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../database/jobs.ts';
import { claimMail, take, waitOf } from '../mails/mail-limits.ts';
import { NoticesService } from '../mails/notices.service.ts';
import { findAccount, type AccountOfAddress } from './addresses.queries.ts';
import { mintLink } from './one-time-links.queries.ts';

type AccountMailRequest = { email: string; reason: 'reset-password' | 'account-locked' };

/**
 * Mails to an account, whose caller must not learn whether there is one. The request only enqueues a job, the same for
 * every address; the job looks up the account, after the visitor was answered (invariant 7 of docs/security.md).
 */
@Injectable()
export class AccountMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly notices: NoticesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(ACCOUNT_MAIL_QUEUE, (transaction, request: AccountMailRequest) =>
      this.#write(transaction, request),
    );
  }

  /** Requests a mail that anybody can cause, at most one of a kind within the wait (docs/product.md 9). */
  async requestWithinWait(transaction: Transaction, request: AccountMailRequest): Promise<void> {
    if ((await take(transaction, [waitOf(request.email, request.reason)])) === 0)
      await this.request(transaction, request);
  }

  /** Requests a mail, as part of the caller's transaction. */
  async request(transaction: Transaction, request: AccountMailRequest): Promise<void> {
    await this.jobs.send(transaction, ACCOUNT_MAIL_QUEUE, request);
  }

  async #write(transaction: Transaction, { email, reason }: AccountMailRequest): Promise<void> {
    const account = await findAccount(transaction, email);
    if (!account) return;
    if (reason === 'account-locked') {
      const { firstName } = account;
      return this.notices.notify(transaction, { kind: reason, to: email, content: { firstName } });
    }
    if ((await claimMail(transaction, email, reason)) === 0)
      await this.mailWayIn(transaction, email, account, reason);
  }

  /**
   * Mails how to get into an account: by a new password, or through the company; or that the team's owner has to say first
   * whose the address is.
   */
  async mailWayIn(
    transaction: Transaction,
    to: string,
    { id: userId, firstName, hasPassword, identityProvider, undecidedIn }: AccountOfAddress,
    kind: 'already-registered' | 'reset-password',
  ): Promise<void> {
    // The mailbox may belong to another person now (docs/product.md 10).
    if (undecidedIn !== null)
      return this.mails.enqueueMail(transaction, {
        kind: 'reset-withheld',
        to,
        content: { firstName, teamName: undecidedIn },
      });
    const isOfCompany = !hasPassword && identityProvider !== null;
    if (isOfCompany && kind === 'already-registered')
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider },
      });
    const resetToken = await mintLink(transaction, { purpose: 'reset_password', email: to, userId });
    // A member who wants to leave the company needs a password first.
    if (isOfCompany)
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider, resetToken },
      });
    await this.mails.enqueueMail(transaction, { kind, to, content: { firstName, resetToken } });
  }
}
