import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { ACCOUNT_MAIL_QUEUE, ENDED_ACCESS_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../database/jobs.ts';
import { claimMail, fillIfRoom, cooldownBucket } from '../mails/mail-limits.ts';
import { NoticesService } from '../mails/notices.service.ts';
import { findAccount, type AccountOfAddress } from './addresses.queries.ts';
import { takeEndedAccess } from './login/ended-access.queries.ts';
import { mintLink } from './one-time-links.queries.ts';

const EVERY_MINUTE = '* * * * *';
const BATCH_SIZE = 200;

type EndedAccess = MailContents['access-ended'] & { email: string };
type AccountMailRequest = { email: string; reason: 'reset-password' | 'account-locked' };

/**
 * Mails the user of an email address without revealing whether the address has an account. The request only enqueues a
 * job, and the job looks up the account after the response (invariant 7 of docs/security.md).
 *
 * Also mails users whose access ended with an identity provider. An operator can disable a provider in Prisma Studio,
 * which cannot seal a mail. So the database records these users (`end_access_on_word_of`), and a job mails them.
 */
@Injectable()
export class AccountMails implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly notices: NoticesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(ACCOUNT_MAIL_QUEUE, (transaction, request: AccountMailRequest) =>
      this.#write(transaction, request),
    );
    await this.jobs.work(ENDED_ACCESS_QUEUE, () => this.mailEndedAccess());
    await this.jobs.repeat(ENDED_ACCESS_QUEUE, EVERY_MINUTE);
  }

  /** Anyone can request these mails, so an address gets at most one of each kind per cooldown (docs/product.md 9). */
  async requestWithCooldown(transaction: Transaction, request: AccountMailRequest): Promise<void> {
    if ((await fillIfRoom(transaction, [cooldownBucket(request.email, request.reason)])) === 0)
      await this.request(transaction, request);
  }

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
      await this.mailLoginOptions(transaction, email, account, reason);
  }

  async mailLoginOptions(
    transaction: Transaction,
    to: string,
    { id: userId, firstName, hasPassword, identityProvider, undecidedIn }: AccountOfAddress,
    kind: 'already-registered' | 'reset-password',
  ): Promise<void> {
    // Sends no link, because the mailbox may belong to another person now (decision 39).
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
    // Includes a reset link, because a member without a password or passkey of their own cannot leave the team.
    if (isOfCompany)
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider, resetToken },
      });
    await this.mails.enqueueMail(transaction, { kind, to, content: { firstName, resetToken } });
  }

  /** Sends each user one mail per identity provider. Concurrent runs mail different users. */
  async mailEndedAccess(): Promise<void> {
    while ((await this.#mailBatchOfEndedAccess()) > 0) continue;
  }

  async #mailBatchOfEndedAccess(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const rows = await takeEndedAccess(transaction, BATCH_SIZE);
      const mails = new Map<string, EndedAccess>();
      for (const { deactivatedAt, ...row } of rows) {
        // The mailbox of a deactivated user may belong to another person by now.
        if (deactivatedAt !== null) continue;
        const key = `${row.email} ${row.identityProvider}`;
        mails.set(key, joined(row, mails.get(key)));
      }
      for (const { email: to, ...content } of mails.values())
        await this.mails.enqueueMail(transaction, { kind: 'access-ended', to, content });
      return rows.length;
    });
  }
}

function joined(one: EndedAccess, other: EndedAccess | undefined): EndedAccess {
  if (!other) return one;
  return {
    ...one,
    passkeys: [...other.passkeys, ...one.passkeys],
    hasApp: other.hasApp || one.hasApp,
    recoveryCodes: other.recoveryCodes + one.recoveryCodes,
    connectedApps: [...new Set([...other.connectedApps, ...one.connectedApps])],
  };
}
