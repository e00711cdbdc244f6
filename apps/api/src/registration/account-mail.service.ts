import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { calledName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { expression, flag, jsonBuildObject, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitedTo as MailInvitedTo } from '@foyer/mail/mail-kinds';
import { ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { OneTimeLinksService } from '../identity/one-time-links.service.ts';
import { Jobs } from '../database/jobs.ts';
import { InvitationCodes } from '../invitations/invitation-codes.service.ts';
import { InvitationsService, type InvitedTo } from '../invitations/invitations.service.ts';
import { claimMail, take, waitOf } from '../mails/mail-limits.ts';
import { NoticesService } from '../mails/notices.service.ts';

/** Why an address is to be mailed; which mail it gets, if any, depends on whose the address is. */
type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';

/** `browserHash`: whose registration it is about, if it is about one. */
export type AccountMailRequest = {
  email: string;
  reason: AccountMailReason;
  browserHash?: Uint8Array<ArrayBuffer>;
};
type AccountMailJob = { email: string; reason: AccountMailReason; browserHash?: string };

/**
 * Mails to an address whose caller must not learn whether it has an account. The request only enqueues a job, the
 * same for every address; who the address belongs to is looked up by the job, after the visitor was answered
 * (invariant 7 of docs/security.md).
 */
@Injectable()
export class AccountMailService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly links: OneTimeLinksService,
    private readonly mails: MailQueue,
    private readonly invitations: InvitationsService,
    private readonly codes: InvitationCodes,
    private readonly notices: NoticesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(ACCOUNT_MAIL_QUEUE, (transaction, job: AccountMailJob) =>
      this.#write(transaction, job),
    );
  }

  /**
   * Requests a mail that anybody can cause, at most one of a kind within the wait (docs/product.md 9).
   */
  async askWithinWait(transaction: Transaction, request: AccountMailRequest): Promise<void> {
    if ((await take(transaction, [waitOf(request.email, request.reason)])) === 0)
      await this.ask(transaction, request);
  }

  /** Requests a mail, as part of the caller's transaction. */
  async ask(transaction: Transaction, { email, reason, browserHash }: AccountMailRequest): Promise<void> {
    const job: AccountMailJob = {
      email,
      reason,
      ...(browserHash && { browserHash: Buffer.from(browserHash).toString('base64url') }),
    };
    await this.jobs.send(transaction, ACCOUNT_MAIL_QUEUE, job);
  }

  async #write(transaction: Transaction, job: AccountMailJob): Promise<void> {
    const { email, reason } = job;
    const { user, registration } = await find(transaction, job);
    if (user) return this.#writeToUser(transaction, user, registration, email, reason);
    if (reason !== 'sign-up' || !registration) return;
    if ((await claimMail(transaction, email, reason)) > 0) return;
    const { plan, id: registrationId, language } = registration;
    const firstName = calledName(registration);
    const invitedTo = await this.#findLiveInvitation(transaction, registration);
    const resetToken = await this.links.mint(transaction, {
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

  /** The invitation that a registration's link would accept now. */
  async #findLiveInvitation(
    transaction: Transaction,
    registration: FoundRegistration,
  ): Promise<InvitedTo | undefined> {
    const invitedTo = await this.invitations.findOf(transaction, registration);
    return invitedTo?.state === 'live' ? invitedTo : undefined;
  }

  async #writeToUser(
    transaction: Transaction,
    user: FoundUser,
    registration: FoundRegistration | null,
    to: string,
    reason: AccountMailReason,
  ): Promise<void> {
    const { id: userId, firstName, hasPassword, identityProvider, undecidedIn } = user;
    if (reason === 'account-locked')
      return this.notices.notify(transaction, { kind: 'account-locked', to, content: { firstName } });
    if ((await claimMail(transaction, to, reason)) > 0) return;
    const invitedTo =
      reason === 'sign-up' &&
      registration?.isAskers &&
      (await this.#findLiveInvitation(transaction, registration));
    if (invitedTo) {
      // The shared code will do, because logging in proves the address; and no earlier mail's code stops working.
      const code = await this.codes.share(transaction, invitedTo.kind, invitedTo.id);
      const content = { firstName, code, invitedTo: toMailWords(invitedTo) };
      return this.mails.enqueueMail(transaction, { kind: 'accept-invitation', to, content });
    }
    // The mailbox may belong to somebody new (docs/product.md 10).
    if (undecidedIn !== null)
      return this.mails.enqueueMail(transaction, {
        kind: 'reset-withheld',
        to,
        content: { firstName, teamName: undecidedIn },
      });
    const isOfCompany = !hasPassword && identityProvider !== null;
    if (isOfCompany && reason === 'sign-up')
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider },
      });
    const resetToken = await this.links.mint(transaction, { purpose: 'reset_password', email: to, userId });
    // A member who wants to leave the company needs a password first.
    if (isOfCompany)
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider, resetToken },
      });
    const kind = reason === 'sign-up' ? 'already-registered' : 'reset-password';
    await this.mails.enqueueMail(transaction, { kind, to, content: { firstName, resetToken } });
  }
}

type Found = Awaited<ReturnType<typeof find>>;
type FoundUser = NonNullable<Found['user']>;
type FoundRegistration = NonNullable<Found['registration']>;

/**
 * Finds who an address belongs to: a user, or else a registration. Of several: that of the requesting browser, else one
 * that was mailed before, else the newest, since a stranger's request may have claimed the wait before the owner's.
 */
async function find(transaction: Transaction, { email, browserHash = '' }: AccountMailJob) {
  const isAskers = flag(
    expression('registrations.browserHash', '=', new Uint8Array(Buffer.from(browserHash, 'base64url'))),
  );
  return typedSql(transaction)
    .selectNoFrom((row) => [
      row
        .selectFrom('users as u')
        .select((user) =>
          jsonBuildObject({
            id: user.ref('u.id'),
            firstName: user.ref('u.firstName'),
            hasPassword: flag(user('u.passwordHash', 'is not', null)),
            identityProvider: user
              .selectFrom('ssoIdentities as i')
              .innerJoin('identityProviders as p', 'p.id', 'i.identityProviderId')
              .select('p.name')
              .whereRef('i.userId', '=', 'u.id')
              .where('p.isEnabled', '=', true)
              .limit(1)
              .$asScalar(),
            // The team whose owner has yet to say whose the address is.
            undecidedIn: user
              .selectFrom('teams as t')
              .select('t.name')
              .whereRef('t.id', '=', 'u.teamId')
              .where(user.fn<boolean>('has_undecided_identity', ['u.id']))
              .$asScalar(),
          }).as('user'),
        )
        .where('u.email', '=', email)
        .as('user'),
      row
        .selectFrom('registrations')
        .select((one) =>
          jsonBuildObject({
            id: one.ref('registrations.id'),
            firstName: one.ref('registrations.firstName'),
            lastName: one.ref('registrations.lastName'),
            plan: one.ref('registrations.plan'),
            language: one.ref('registrations.language'),
            teamInvitationId: one.ref('registrations.teamInvitationId'),
            eventInvitationId: one.ref('registrations.eventInvitationId'),
            isAskers,
          }).as('registration'),
        )
        .where('address', '=', email)
        // As good as taken: who had it can take it back (decision 80).
        .where((one) => one.not(one.fn<boolean>('is_address_reserved', ['address', one.val(null)])))
        .orderBy(isAskers, 'desc')
        .orderBy(
          (one) =>
            one
              .selectFrom('oneTimeLinks as l')
              .select((link) => link.fn.max('l.createdAt').as('mailedAt'))
              .whereRef('l.registrationId', '=', 'registrations.id'),
          (order) => order.desc().nullsLast(),
        )
        .orderBy('updatedAt', 'desc')
        .limit(1)
        .as('registration'),
    ])
    .executeTakeFirstOrThrow();
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
