import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed, type LanguageTag } from '@foyer/catalog/languages';
import { calledName } from '@foyer/catalog/person-name';
import type { PlanType } from '@foyer/catalog/plans';
import { emptyColumns, fromColumns } from '@foyer/contracts/form';
import type { StoredAnswers } from '@foyer/contracts/registration/password-link';
import {
  questionsBesideEmail,
  type RegisterByEmailBody,
  type SignUpAnswers,
} from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitedTo as MailInvitedTo } from '@foyer/mail/mail-kinds';
import { SIGN_UP_MAIL_QUEUE } from '@foyer/mail/queues';
import { isUniqueConflict } from '../database/conflicts.ts';
import { Jobs } from '../database/jobs.ts';
import { AccountMails } from '../identity/account-mails.service.ts';
import type { AccountOfAddress } from '../identity/addresses.queries.ts';
import { mintLink } from '../identity/one-time-links.queries.ts';
import { InvitationsService, type InvitationOfRegistration } from '../invitations/invitations.service.ts';
import { claimMail, fillIfRoom, cooldownBucket } from '../mails/mail-limits.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext } from '../request/request-context.ts';
import { signUpColumns } from './answer-columns.ts';
import { NewAccounts, type NewUserSession } from './new-accounts.service.ts';
import {
  findAccountOrRegistration,
  insertRegistration,
  type FoundRegistration,
  type NewRegistration,
} from './registrations.queries.ts';

export type VerificationSent = { verificationSentTo: string };

export type LinkChoices = {
  passwordHash: string;
  /** All answers, if the page of the link shows them. */
  changed?: SignUpAnswers | undefined;
  isWithoutInvitation?: boolean | undefined;
};

export type VerifiedRegistration = { registrationId: string; email: string };

/** `browserHash` identifies the browser that requested the mail (base64url). */
type SignUpMailJob = { email: string; browserHash: string };

const KIND = 'sign-up';

/**
 * Sign-ups whose address is not verified yet. Each belongs to the browser that sent the form, so a stranger can neither
 * change nor end it. A request runs the same statements for every address. After the response, a job finds the account
 * of the address and sends the mail (invariant 7 of docs/security.md).
 */
@Injectable()
export class RegistrationsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly accountMails: AccountMails,
    private readonly invitations: InvitationsService,
    private readonly accounts: NewAccounts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(SIGN_UP_MAIL_QUEUE, (transaction, job: SignUpMailJob) =>
      this.#write(transaction, job),
    );
  }

  /**
   * Runs the same statements for every address in one transaction, so that the timing does not reveal a taken address
   * (invariants 4 and 7 of docs/security.md).
   */
  async register(answers: NewRegistration, browserHash: Uint8Array<ArrayBuffer>): Promise<VerificationSent> {
    const { email } = answers;
    await this.prisma.$transaction(async (transaction) => {
      // Locks the cooldown's row first, so that sign-ups of one address run one at a time.
      await this.#requestMail(transaction, email, browserHash);
      await insertRegistration(transaction, answers, browserHash);
    });
    return { verificationSentTo: email };
  }

  /** Earlier links stay valid. Does nothing within the cooldown. */
  async resend(email: string, browserHash: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.prisma.$transaction((transaction) => this.#requestMail(transaction, email, browserHash));
  }

  async #requestMail(
    transaction: Transaction,
    email: string,
    browserHash: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    if ((await fillIfRoom(transaction, [cooldownBucket(email, KIND)])) > 0) return;
    const job: SignUpMailJob = { email, browserHash: Buffer.from(browserHash).toString('base64url') };
    await this.jobs.send(transaction, SIGN_UP_MAIL_QUEUE, job);
  }

  async find(registrationId: string): Promise<StoredAnswers | undefined> {
    const kept = await this.prisma.registration.findUnique({ where: { id: registrationId } });
    if (!kept) return undefined;
    return {
      ...fromColumns(questionsBesideEmail, kept),
      opt_in: kept.hasOptedIn ? 'Yes' : 'No',
      plan: kept.plan,
    };
  }

  async findInvitation(registrationId: string): Promise<InvitationOfRegistration | undefined> {
    const kept = await this.prisma.registration.findUnique({
      where: { id: registrationId },
      select: { teamInvitationId: true, eventInvitationId: true },
    });
    return kept ? this.invitations.findByRegistration(this.prisma, kept) : undefined;
  }

  /**
   * Call this in the transaction that consumes the link. If an invitation's shared code started the registration, the
   * user accepts the invitation, unless `isWithoutInvitation`. Throws `LinkUsed` if the address already has an account
   * or the registration has ended, and the problem of an ended invitation. Fails if the team has no free seat.
   */
  async createVerifiedUser(
    transaction: Transaction,
    { registrationId, email }: VerifiedRegistration,
    { passwordHash, changed, isWithoutInvitation }: LinkChoices,
    request: RequestContext,
  ): Promise<NewUserSession & { plan: PlanType }> {
    const found = await transaction.registration.findUnique({
      where: { id: registrationId },
      omit: { id: true, address: true, browserHash: true },
    });
    if (!found) throw new Problem('LinkUsed');
    const { teamInvitationId, eventInvitationId, updatedAt: at, textVersion, ...kept } = found;
    // Changed answers count as a new consent, to the text on the page of the link.
    const agreed = changed ? undefined : { at, textVersion, language: kept.language };
    const account = { ...kept, ...(changed && signUpColumns(changed)), email, passwordHash };
    const invitedTo = await this.invitations.findByRegistration(transaction, {
      teamInvitationId,
      eventInvitationId,
    });
    try {
      if (invitedTo && !isWithoutInvitation) {
        if (invitedTo.kind === 'event')
          return {
            ...(await this.accounts.makeGuest(transaction, invitedTo, account, request, agreed)),
            plan: account.plan,
          };
        return {
          ...(await this.accounts.makeMember(transaction, invitedTo, account, request, agreed)),
          plan: 'free',
        };
      }
      const plan = invitedTo ? (changed?.plan ?? 'free') : account.plan;
      const owner = { ...account, plan };
      return { ...(await this.accounts.makeOwner(transaction, owner, request, agreed)), plan };
    } catch (error) {
      throw isUniqueConflict(error, 'users_email_key') ? new Problem('LinkUsed') : error;
    }
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
    if (!invitedTo) return this.accountMails.mailLoginOptions(transaction, to, account, 'already-registered');
    // The shared code is enough, because only a login to the invited account can accept. The codes of earlier mails
    // stay valid.
    const code = await this.invitations.ensureSharedCode(transaction, invitedTo.kind, invitedTo.id);
    const content = { firstName: account.firstName, code, invitedTo: toMailWords(invitedTo) };
    await this.mails.enqueueMail(transaction, { kind: 'accept-invitation', to, content });
  }

  async #findLiveInvitation(
    transaction: Transaction,
    registration: FoundRegistration,
  ): Promise<InvitationOfRegistration | undefined> {
    const invitedTo = await this.invitations.findByRegistration(transaction, registration);
    return invitedTo?.state === 'live' ? invitedTo : undefined;
  }
}

export function answersOf(body: RegisterByEmailBody, language: LanguageTag): NewRegistration {
  return {
    language,
    ...emptyColumns(teamMemberQuestions),
    ...signUpColumns(body),
    email: body.email,
    sourceSite: body.sourceSite ?? '',
    teamInvitationId: null,
    eventInvitationId: null,
  };
}

function toMailWords(invitedTo: InvitationOfRegistration): MailInvitedTo {
  const { kind, inviterName, inviterEmail } = invitedTo;
  return {
    kind,
    inviterName,
    inviterEmail,
    name: invitedTo.kind === 'team' ? invitedTo.teamName : invitedTo.eventName,
  };
}
