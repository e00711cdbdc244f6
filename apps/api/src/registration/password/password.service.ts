import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { linkProblems, type ResetPasswordReply } from '@foyer/contracts/identity/password';
import type {
  StoredAnswers,
  LinkInvitation,
  PasswordLinkReply,
  ResetPasswordBody,
} from '@foyer/contracts/registration/password-link';
import type { SignUpAnswers } from '@foyer/contracts/registration/sign-up';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { AccountMails } from '../../identity/account-mails.service.ts';
import type { InvitationOfRegistration } from '../../invitations/invitations.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { RegistrationsService, type LinkChoices } from '../registrations.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { consumeLink, findLink, type OneTimeLink } from '../../identity/one-time-links.queries.ts';
import { Passwords, type PasswordOwner } from '../../identity/passwords.ts';
import { setPassword, clearLockoutAndDevices } from '../../identity/users.queries.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { endAllSessions } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

export type PasswordSet = { reply: ResetPasswordReply; sessionToken?: string };

@Injectable()
export class PasswordService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly passwords: Passwords,
    private readonly notices: NoticesService,
    private readonly registrations: RegistrationsService,
    private readonly accountMails: AccountMails,
    private readonly audit: AuditService,
  ) {}

  async describeLink(resetToken: string): Promise<PasswordLinkReply> {
    const { state, link } = await findLink(this.prisma, resetToken);
    if (!link) return { state };
    if (link.purpose === 'reset_password') return { state, kind: 'reset', email: link.email };
    const answers =
      state === 'valid' && link.registrationId !== null
        ? await this.registrations.find(link.registrationId)
        : undefined;
    const invitedTo = answers && (await this.registrations.findInvitation(link.registrationId ?? ''));
    return {
      state,
      kind: 'create',
      email: link.email,
      ...(answers && planAndAnswers(answers, invitedTo)),
      ...(invitedTo && { invitation: toLinkInvitation(invitedTo, answers) }),
    };
  }

  /**
   * Reads the link before the costly hash. Consumes it after the hash, in the transaction that creates the account or
   * changes the password. If the link ended in between, throws the problem of its state.
   */
  async setPassword(
    resetToken: string,
    { password, answers, without_invitation }: ResetPasswordBody,
    request: RequestContext,
  ): Promise<PasswordSet> {
    const found = await this.#findValid(resetToken);
    if ((answers ?? without_invitation) && found.purpose === 'reset_password')
      throw new Problem('ValidationFailed', {
        fields: { [answers ? 'answers' : 'without_invitation']: 'Unknown field' },
      });
    await this.passwords.rejectWeak(password, await this.#ownerOf(found, answers));
    const passwordHash = await this.passwords.hash(password);
    const choices = { passwordHash, changed: answers, isWithoutInvitation: without_invitation };
    const done = await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        const link = await consumeLink(transaction, resetToken, found);
        if (!link) return undefined;
        return link.purpose === 'create_password'
          ? this.#createAccount(transaction, link, choices, request)
          : this.#changePassword(transaction, link, passwordHash, request);
      }),
    );
    if (done) return done;
    await this.#findValid(resetToken);
    throw new Problem('LinkUsed');
  }

  async #findValid(resetToken: string): Promise<OneTimeLink> {
    const { state, link } = await findLink(this.prisma, resetToken);
    if (state !== 'valid' || !link) throw new Problem(linkProblems[state === 'valid' ? 'unknown' : state]);
    return link;
  }

  async #ownerOf(
    { email, userId, registrationId }: OneTimeLink,
    answers: SignUpAnswers | undefined,
  ): Promise<PasswordOwner> {
    if (userId !== null) {
      const select = { company: true, firstName: true, lastName: true } as const;
      return {
        email,
        company: '',
        ...(await this.prisma.user.findUnique({ where: { id: userId }, select })),
      };
    }
    const given = answers ?? (await this.registrations.find(registrationId ?? ''));
    return { email, company: '', ...(given && namesOf(given)) };
  }

  async forgot(email: string, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.accountMails.requestWithCooldown(transaction, { email, reason: 'reset-password' });
      await this.audit.record({ action: 'password.reset.ask', outcome: 'ok', email }, request, transaction);
    });
  }

  async #createAccount(
    transaction: Transaction,
    { email, registrationId }: OneTimeLink,
    choices: LinkChoices,
    request: RequestContext,
  ): Promise<PasswordSet> {
    if (registrationId === null) throw new Problem('LinkUsed');
    const proved = { registrationId, email };
    const { plan, sessionToken } = await this.registrations.createVerifiedUser(
      transaction,
      proved,
      choices,
      request,
    );
    return { reply: { message: 'Password created', user: { email }, plan }, sessionToken };
  }

  async #changePassword(
    transaction: Transaction,
    { email, ...link }: OneTimeLink,
    passwordHash: string,
    request: RequestContext,
  ): Promise<PasswordSet> {
    const userId = link.userId ?? '';
    const { firstName } = await setPassword(transaction, userId, passwordHash);
    const passkeys = await transaction.passkey.count({ where: { userId } });
    await endAllSessions(transaction, userId);
    await clearLockoutAndDevices(transaction, { id: userId, email });
    await this.audit.record({ action: 'password.reset', outcome: 'ok', userId, email }, request, transaction);
    await this.notices.notify(transaction, {
      kind: 'password-changed',
      to: email,
      content: { firstName, passkeys },
    });
    return { reply: { message: 'Password changed', user: { email } } };
  }
}

function namesOf({
  company,
  first_name,
  last_name,
}: Pick<SignUpAnswers, 'company' | 'first_name' | 'last_name'>) {
  return { company, firstName: first_name, lastName: last_name };
}

/** After the end of an invitation to an event, the sign-up gets the Free plan. */
function planAndAnswers(answers: StoredAnswers, invitedTo: InvitationOfRegistration | undefined) {
  if (invitedTo?.kind === 'team') return { plan: 'free' } as const;
  if (!invitedTo || invitedTo.state === 'live') return { plan: answers.plan, answers };
  return { plan: 'free', answers: { ...answers, plan: 'free' } } as const;
}

function toLinkInvitation(invitedTo: InvitationOfRegistration, answers: StoredAnswers): LinkInvitation {
  const { kind, state, inviterName: inviter } = invitedTo;
  const name = invitedTo.kind === 'team' ? invitedTo.teamName : invitedTo.eventName;
  return { kind, state, inviter, name, person: fullName(namesOf(answers)) };
}
