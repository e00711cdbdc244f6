import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { OneTimeLinksService } from '../credentials/one-time-links.service.ts';
import { Jobs } from '../database/jobs.ts';
import { claimMailWait } from './mail-wait.ts';

/** What an address is to be written about; which mail that is, if any, depends on who the address belongs to. */
export type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';
type AccountMailJob = { email: string; reason: AccountMailReason };

/**
 * Mails to an address of which the caller must not know whether it has an account. The call that asks for one only
 * puts a job into the queue, the same for every address; who the address belongs to is looked up when the job is
 * worked, by when the visitor has long been answered (DESIGN invariant 7).
 */
@Injectable()
export class AccountMailService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly links: OneTimeLinksService,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<AccountMailJob>(ACCOUNT_MAIL_QUEUE, (job) =>
      this.prisma.$transaction(async (transaction) => {
        await this.#write(transaction, job.data);
        await this.jobs.complete(transaction, job);
      }),
    );
  }

  /** Asks for a mail that anybody can cause, at most one of a reason in the wait (SPEC 9). */
  async askWithinWait(transaction: Transaction, email: string, reason: AccountMailReason): Promise<void> {
    if (await claimMailWait(transaction, email, reason)) await this.ask(transaction, email, reason);
  }

  /** Asks for a mail, as part of the caller's transaction. */
  async ask(transaction: Transaction, email: string, reason: AccountMailReason): Promise<void> {
    await this.jobs.send(transaction, ACCOUNT_MAIL_QUEUE, { email, reason } satisfies AccountMailJob);
  }

  async #write(transaction: Transaction, { email, reason }: AccountMailJob): Promise<void> {
    const user = await transaction.user.findUnique({ where: { email }, select: userFields });
    if (user) return this.#writeToUser(transaction, { ...user, email }, reason);
    if (reason !== 'sign-up') return;
    const registration = await transaction.registration.findUnique({
      where: { email },
      select: { firstName: true, plan: true },
    });
    if (!registration) return;
    const resetToken = await this.links.mint(transaction, 'create_password', email, null);
    await this.mails.enqueueMail(transaction, {
      kind: 'verify-email',
      to: email,
      content: { ...registration, resetToken },
    });
  }

  async #writeToUser(transaction: Transaction, user: AccountUser, reason: AccountMailReason): Promise<void> {
    const { id, email: to, firstName } = user;
    if (reason === 'account-locked')
      return this.mails.enqueueMail(transaction, { kind: 'account-locked', to, content: { firstName } });
    const identityProvider = user.passwordHash ? undefined : user.ssoIdentities[0]?.identityProvider.name;
    if (identityProvider !== undefined)
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider },
      });
    const resetToken = await this.links.mint(transaction, 'reset_password', to, id);
    const kind = reason === 'sign-up' ? 'already-registered' : 'reset-password';
    await this.mails.enqueueMail(transaction, { kind, to, content: { firstName, resetToken } });
  }
}

const userFields = {
  id: true,
  firstName: true,
  passwordHash: true,
  ssoIdentities: { select: { identityProvider: { select: { name: true } } }, take: 1 },
} as const;

type AccountUser = {
  id: string;
  email: string;
  firstName: string;
  passwordHash: string | null;
  ssoIdentities: { identityProvider: { name: string } }[];
};
