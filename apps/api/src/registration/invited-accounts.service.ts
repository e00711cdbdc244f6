import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import type { Agreement } from '../consents/consents.service.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import {
  InvitationsService,
  type EventInvitation,
  type TeamInvitation,
} from '../invitations/invitations.service.ts';
import { createUser } from '../identity/users.queries.ts';
import { OwnerNoticeService } from '../teams/owner-notice.service.ts';
import { OnboardingService, type NewUserSession } from './onboarding.service.ts';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Makes a user of an invited person whose mailbox is proved, by the mailed code or a mailed link, and accepts the
 * invitation in the same transaction: of many concurrent calls one succeeds (invariants 5 and 12 of
 * docs/security.md).
 */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly onboarding: OnboardingService,
    private readonly owners: OwnerNoticeService,
  ) {}

  /** A member of the inviting team. Fails as the seat gate does when no seat is free. */
  async makeMember(
    transaction: Transaction,
    invitation: Pick<TeamInvitation, 'id' | 'teamId' | 'teamName'>,
    { plan: _, ...person }: NewAccount,
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    await this.invitations.acceptTeamInvitation(transaction, invitation.id);
    const { teamId, teamName } = invitation;
    const user = { ...person, language: person.language ?? request.language, teamId, company: teamName };
    const { id: userId } = await createUser(transaction, user);
    await this.owners.note(transaction, teamId, userId, 'joined');
    const { email, firstName, lastName } = person;
    const newUser = {
      userId,
      email,
      firstName,
      lastName,
      teamName,
      plan: 'free',
      news: person,
      agreed,
    } as const;
    return this.onboarding.onboard(transaction, newUser, 'team.join', request);
  }

  /** A user with a team of their own, at work on the event. Takes no seat of the inviting team. */
  async makeGuest(
    transaction: Transaction,
    invitation: Pick<EventInvitation, 'id' | 'eventId'>,
    account: NewAccount,
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    await this.invitations.acceptEventInvitation(transaction, invitation.id);
    const { id: userId } = await createAccount(transaction, {
      ...account,
      language: account.language ?? request.language,
    });
    await this.collaborate(transaction, invitation, userId);
    const { email, firstName, lastName, company, plan } = account;
    const newUser = {
      ...{ userId, email, firstName, lastName, teamName: company ?? '', plan },
      ...{ news: account, agreed },
    };
    return this.onboarding.onboard(transaction, newUser, 'event.join', request);
  }

  async collaborate(
    transaction: Transaction,
    invitation: Pick<EventInvitation, 'id' | 'eventId'>,
    userId: string,
  ): Promise<void> {
    await typedSql(transaction)
      .insertInto('eventCollaborations')
      .values({ eventId: invitation.eventId, userId, invitationId: invitation.id })
      .onConflict((conflict) => conflict.columns(['eventId', 'userId']).doNothing())
      .execute();
  }
}
