import { Inject, Injectable } from '@nestjs/common';
import { fieldProblems } from '@foyer/contracts/field-problems';
import { emptyColumns } from '@foyer/contracts/form';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { questionsBesideEmail, type RegisterCollaboratorBody } from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions, type RegisterTeamMemberBody } from '@foyer/contracts/teams/team';
import { PrismaClient } from '@foyer/db/client';
import { retryConflicts } from '../../database/conflicts.ts';
import { isAddressTaken } from '../../identity/addresses.queries.ts';
import { Passwords } from '../../identity/passwords.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { signUpColumns, memberColumns } from '../answer-columns.ts';
import { NewAccounts, type NewUserSession } from '../new-accounts.service.ts';
import { RegistrationsService, type VerificationSent } from '../registrations.service.ts';

type BrowserHash = Uint8Array<ArrayBuffer>;

/**
 * With a mailed code, one transaction creates the user and accepts the invitation, so only one of several concurrent
 * calls succeeds. A shared code only stores a registration and enqueues a job, in the same way for every address, so
 * that the response does not reveal whether an account exists.
 */
@Injectable()
export class InvitedSignUps {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
    private readonly passwords: Passwords,
    private readonly accounts: NewAccounts,
    private readonly registrations: RegistrationsService,
  ) {}

  async registerMember(
    body: RegisterTeamMemberBody,
    request: RequestContext,
    browserHash: BrowserHash,
  ): Promise<NewUserSession | VerificationSent> {
    const { invitationCode } = body;
    if (invitationCode !== undefined && decodeInvitationCode(invitationCode) !== body.inviteId)
      throw new Problem('InvitationUnknown');
    const invitation = await this.invitations.findTeamInvitation(body.inviteId);
    const { email } = invitation;
    requireInvited(body, email);
    if (!invitation.isByMailedCode) {
      const fixed = { email, plan: 'free', sourceSite: '' } as const;
      const answers = { ...emptyColumns(questionsBesideEmail), ...memberColumns(body), ...fixed };
      // Stores no consent to news, because only the owner of the mailbox can give it.
      const silent = { ...answers, hasOptedIn: false, language: request.language };
      return this.registrations.register(
        { ...silent, teamInvitationId: invitation.id, eventInvitationId: null },
        browserHash,
      );
    }
    const passwordHash = await this.#hashPassword(body, email, invitation.teamName);
    const person = { ...memberColumns(body), email, passwordHash, plan: 'free' } as const;
    return retryConflicts(() =>
      this.prisma.$transaction((transaction) =>
        this.accounts.makeMember(transaction, invitation, person, request),
      ),
    );
  }

  async registerGuest(
    body: RegisterCollaboratorBody,
    request: RequestContext,
    browserHash: BrowserHash,
  ): Promise<NewUserSession | VerificationSent> {
    const invitation = await this.invitations.findEventInvitation(body.inviteId);
    const { email } = invitation;
    requireInvited(body, email);
    const guest = { ...signUpColumns(body), sourceSite: body.sourceSite ?? '', email };
    if (!invitation.isByMailedCode) {
      const answers = { ...emptyColumns(teamMemberQuestions), ...guest, language: request.language };
      return this.registrations.register(
        { ...answers, teamInvitationId: null, eventInvitationId: invitation.id },
        browserHash,
      );
    }
    const passwordHash = await this.#hashPassword(body, email, body.company);
    return this.prisma.$transaction((transaction) =>
      this.accounts.makeGuest(transaction, invitation, { ...guest, passwordHash }, request),
    );
  }

  async #hashPassword(
    body: { password?: string | undefined; first_name: string; last_name: string },
    email: string,
    company: string,
  ): Promise<string> {
    if (await isAddressTaken(this.prisma, email)) throw new Problem('AccountExists');
    const { password, first_name: firstName, last_name: lastName } = body;
    if (password === undefined)
      throw new Problem('ValidationFailed', { fields: { password: fieldProblems.passwordMissing } });
    await this.passwords.rejectWeak(password, { email, company, firstName, lastName });
    return this.passwords.hash(password);
  }
}

function requireInvited(body: { email: string }, email: string): void {
  if (body.email !== email)
    throw new Problem('ValidationFailed', { fields: { email: fieldProblems.invitedOther } });
}
