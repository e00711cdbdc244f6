import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { OneTimeLinksService } from '../credentials/one-time-links.service.ts';
import { Jobs } from '../database/jobs.ts';
import { together } from '../database/statements.ts';
import { claimingMailWait } from './mail-wait.ts';

/** What an address is to be written about; which mail that is, if any, depends on who the address belongs to. */
export type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';
type AccountMailJob = { email: string; reason: AccountMailReason };

/** Who an address belongs to: a user, who has an `id`; else a registration, which has a `plan`; else nobody. */
type Found = {
  id: string | null;
  firstName: string;
  hasPassword: boolean;
  identityProvider: string | null;
  plan: PlanType | null;
};

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

  /** Asks for a mail that anybody can cause, at most one of a reason in the wait (SPEC 9), besides making `changes`. */
  async askWithinWait(
    transaction: Transaction,
    email: string,
    reason: AccountMailReason,
    ...changes: Prisma.Sql[]
  ): Promise<void> {
    const claimed = await transaction.$executeRaw(together(...changes, claimingMailWait(email, reason)));
    if (claimed === 1) await this.ask(transaction, email, reason);
  }

  /** Asks for a mail, as part of the caller's transaction. */
  async ask(transaction: Transaction, email: string, reason: AccountMailReason): Promise<void> {
    await this.jobs.send(transaction, ACCOUNT_MAIL_QUEUE, { email, reason } satisfies AccountMailJob);
  }

  async #write(transaction: Transaction, { email, reason }: AccountMailJob): Promise<void> {
    const [found] = await transaction.$queryRaw<Found[]>`
      SELECT u.id, coalesce(u.first_name, r.first_name) AS "firstName", u.password_hash IS NOT NULL AS "hasPassword",
             r.plan,
             (SELECT p.name FROM sso_identities i JOIN identity_providers p ON p.id = i.identity_provider_id
               WHERE i.user_id = u.id LIMIT 1) AS "identityProvider"
        FROM (SELECT ${email} AS email) AS asked
        LEFT JOIN users u ON u.email = asked.email
        LEFT JOIN registrations r ON r.email = asked.email`;
    if (found?.id) return this.#writeToUser(transaction, found, email, reason);
    if (reason !== 'sign-up' || !found?.plan) return;
    const { firstName, plan } = found;
    const resetToken = await this.links.mint(transaction, 'create_password', email, null);
    await this.mails.enqueueMail(transaction, {
      kind: 'verify-email',
      to: email,
      content: { firstName, plan, resetToken },
    });
  }

  async #writeToUser(
    transaction: Transaction,
    { id, firstName, hasPassword, identityProvider }: Found,
    to: string,
    reason: AccountMailReason,
  ): Promise<void> {
    if (reason === 'account-locked')
      return this.mails.enqueueMail(transaction, { kind: 'account-locked', to, content: { firstName } });
    if (!hasPassword && identityProvider !== null)
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
