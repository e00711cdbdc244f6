import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { calledName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitedTo as MailInvitedTo } from '@foyer/mail/mail-kinds';
import { SIGN_UP_MAIL_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { AccountMails } from '../../identity/account-mails.service.ts';
import type { AccountOfAddress } from '../../identity/addresses.queries.ts';
import { mintLink } from '../../identity/one-time-links.queries.ts';
import { InvitationsService, type InvitedTo } from '../../invitations/invitations.service.ts';
import { claimMail, take, waitOf } from '../../mails/mail-limits.ts';
import { findAccountOrRegistration, type FoundRegistration } from './sign-up-mails.queries.ts';

/** `browserHash`: whose registration it is about. */
type SignUpMailJob = { email: string; browserHash: string };

/** The limits of mails know this mail by it. */
const KIND = 'sign-up';

/**
 * The mail that a sign-up goes on with. The request only enqueues a job, the same for every address; the job looks up who
 * the address belongs to, after the visitor was answered (invariant 7 of docs/security.md).
 */
@Injectable()
export class SignUpMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly accountMails: AccountMails,
    private readonly invitations: InvitationsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(SIGN_UP_MAIL_QUEUE, (transaction, job: SignUpMailJob) =>
      this.#write(transaction, job),
    );
  }

  /** Requests the mail, at most one within the wait (docs/product.md 9). */
  async request(
    transaction: Transaction,
    email: string,
    browserHash: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    if ((await take(transaction, [waitOf(email, KIND)])) > 0) return;
    const job: SignUpMailJob = { email, browserHash: Buffer.from(browserHash).toString('base64url') };
    await this.jobs.send(transaction, SIGN_UP_MAIL_QUEUE, job);
  }

  async #write(transaction: Transaction, { email, browserHash }: SignUpMailJob): Promise<void> {
    const hash = new Uint8Array(Buffer.from(browserHash, 'base64url'));
    const { account, registration } = await findAccountOrRegistration(transaction, email, hash);
    if (!account && !registration) return;
    if ((await claimMail(transaction, email, KIND)) > 0) return;
    if (account) await this.#writeToUser(transaction, email, account, registration);
    else if (registration) await this.#writeVerification(transaction, email, registration);
  }

  async #writeVerification(
    transaction: Transaction,
    email: string,
    registration: FoundRegistration,
  ): Promise<void> {
    const { plan, id: registrationId, language } = registration;
    const firstName = calledName(registration);
    const invitedTo = await this.#findLiveInvitation(transaction, registration);
    const resetToken = await mintLink(transaction, {
      purpose: 'create_password',
      email,
      registrationId,
    });
    await this.mails.enqueueMail(transaction, {
      kind: 'verify-email',
      to: email,
      language: languageNamed(language),
      content: { firstName, plan, resetToken, ...(invitedTo && { invitedTo: toMailWords(invitedTo) }) },
    });
  }

  async #writeToUser(
    transaction: Transaction,
    to: string,
    account: AccountOfAddress,
    registration: FoundRegistration | null,
  ): Promise<void> {
    const invitedTo =
      registration?.isRequestersOwn && (await this.#findLiveInvitation(transaction, registration));
    if (!invitedTo) return this.accountMails.mailWayIn(transaction, to, account, 'already-registered');
    // The shared code will do, because logging in proves the address; and no earlier mail's code stops working.
    const code = await this.invitations.shareCode(transaction, invitedTo.kind, invitedTo.id);
    const content = { firstName: account.firstName, code, invitedTo: toMailWords(invitedTo) };
    await this.mails.enqueueMail(transaction, { kind: 'accept-invitation', to, content });
  }

  /** The invitation that a registration's link would accept now. */
  async #findLiveInvitation(
    transaction: Transaction,
    registration: FoundRegistration,
  ): Promise<InvitedTo | undefined> {
    const invitedTo = await this.invitations.findOf(transaction, registration);
    return invitedTo?.state === 'live' ? invitedTo : undefined;
  }
}

function toMailWords(invitedTo: InvitedTo): MailInvitedTo {
  const { kind, inviterName, inviterEmail } = invitedTo;
  return {
    kind,
    inviterName,
    inviterEmail,
    name: invitedTo.kind === 'team' ? invitedTo.teamName : invitedTo.eventName,
  };
}
