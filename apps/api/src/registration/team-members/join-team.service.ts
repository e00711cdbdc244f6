import { Inject, Injectable } from '@nestjs/common';
import { answerProblems } from '@foyer/contracts/field-problems';
import { emptyColumns } from '@foyer/contracts/form';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { questionsBesideEmail } from '@foyer/contracts/registration/sign-up';
import type { RegisterTeamMemberBody } from '@foyer/contracts/teams/team';
import { PrismaClient } from '@foyer/db/client';
import { isAddressTaken } from '../../identity/addresses.queries.ts';
import { memberOf } from '../answer-columns.ts';
import { InvitedAccounts } from '../invited-accounts.service.ts';
import { RegistrationsService, type VerificationSent } from '../registrations.service.ts';
import type { NewUserSession } from '../onboarding.service.ts';
import { requirePassword } from '../require-password.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { Passwords } from '../../identity/passwords.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class JoinTeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
    private readonly passwords: Passwords,
    private readonly accounts: InvitedAccounts,
    private readonly registrations: RegistrationsService,
  ) {}

  /**
   * Makes the invited person a member, with the invitation's address. Accepting and making the user are one transaction, so of
   * concurrent calls one succeeds. With a shared code it only asks for a mail, to any address alike, so that nothing
   * reveals whether there is an account.
   */
  async join(
    body: RegisterTeamMemberBody,
    request: RequestContext,
    browserHash: Uint8Array<ArrayBuffer>,
  ): Promise<NewUserSession | VerificationSent> {
    const { invitationCode } = body;
    if (invitationCode !== undefined && decodeInvitationCode(invitationCode) !== body.inviteId)
      throw new Problem('InvitationUnknown');
    const invitation = await this.invitations.findTeamInvitation(body.inviteId);
    const { email } = invitation;
    if (body.email !== email)
      throw new Problem('ValidationFailed', { fields: { email: answerProblems.invitedOther } });
    if (!invitation.isMailed) {
      const fixed = { email, plan: 'free', sourceSite: '' } as const;
      const answers = { ...emptyColumns(questionsBesideEmail), ...memberOf(body), ...fixed };
      // Only the mailbox's owner can consent to mails, and the page of the mailed link does not ask again.
      const silent = { ...answers, hasOptedIn: false };
      return this.registrations.ask(
        { ...silent, language: request.language, teamInvitationId: invitation.id, eventInvitationId: null },
        browserHash,
      );
    }
    if (await isAddressTaken(this.prisma, email)) throw new Problem('AccountExists');
    const password = requirePassword(body);
    await this.passwords.refuseWeak(password, {
      email,
      company: invitation.teamName,
      firstName: body.first_name,
      lastName: body.last_name,
    });
    const passwordHash = await this.passwords.hash(password);
    const person = { ...memberOf(body), email, passwordHash, plan: 'free' } as const;
    return retryConflicts(() =>
      this.prisma.$transaction((transaction) =>
        this.accounts.makeMember(transaction, invitation, person, request),
      ),
    );
  }
}
