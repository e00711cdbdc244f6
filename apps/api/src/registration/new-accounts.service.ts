import { Injectable } from '@nestjs/common';
import { isPaid } from '@foyer/catalog/entitlements';
import { fullName } from '@foyer/catalog/person-name';
import type { PlanType } from '@foyer/catalog/plans';
import type { SessionUser } from '@foyer/contracts/identity/login';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../audit/audit.service.ts';
import { ConsentsService, type Agreement } from '../consents/consents.service.ts';
import { startSession, toSessionUser } from '../identity/session.service.ts';
import { createUser, type NewUser } from '../identity/users.queries.ts';
import {
  InvitationsService,
  type EventInvitation,
  type TeamInvitation,
} from '../invitations/invitations.service.ts';
import type { RequestContext } from '../request/request-context.ts';
import { OwnerNoticeService } from '../teams/owner-notice.service.ts';
import { createTeam, setOwner } from '../teams/teams.queries.ts';
import { endRegistrations } from './registrations.queries.ts';

export type NewAccount = Omit<NewUser, 'teamId'> & { plan: PlanType };

export type NewUserSession = { user: SessionUser; sessionToken: string };

type Welcomed = NewAccount & { userId: string; teamName: string };

/**
 * Creates users whose mailbox is verified, by the mailed code of an invitation or by a mailed link. Accepts an
 * invitation in the same transaction, so only one of several concurrent calls succeeds (invariants 5 and 12 of
 * docs/security.md). Fails on the unique index if the address is taken. `agreed` is the consent that the user gave with
 * the registration.
 */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly owners: OwnerNoticeService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
    private readonly consents: ConsentsService,
  ) {}

  async makeOwner(
    transaction: Transaction,
    account: NewAccount & { company: string },
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    const userId = await createOwner(transaction, account);
    const user = { ...account, userId, teamName: account.company };
    return this.#welcome(transaction, user, 'account.create', request, agreed);
  }

  /** Fails on the seat limit if no seat is free. */
  async makeMember(
    transaction: Transaction,
    invitation: Pick<TeamInvitation, 'id' | 'teamId' | 'teamName'>,
    { plan: _, ...person }: NewAccount,
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    await this.invitations.accept(transaction, 'team', invitation.id);
    const { teamId, teamName } = invitation;
    const language = person.language ?? request.language;
    const { id: userId } = await createUser(transaction, { ...person, language, teamId, company: teamName });
    await this.owners.recordChange(transaction, teamId, userId, 'joined');
    return this.#welcome(
      transaction,
      { ...person, userId, teamName, plan: 'free' },
      'team.join',
      request,
      agreed,
    );
  }

  async makeGuest(
    transaction: Transaction,
    invitation: Pick<EventInvitation, 'id' | 'eventId'>,
    account: NewAccount,
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    await this.invitations.accept(transaction, 'event', invitation.id);
    const language = account.language ?? request.language;
    const userId = await createOwner(transaction, { ...account, language });
    await addCollaborator(transaction, invitation, userId);
    const user = { ...account, userId, teamName: account.company ?? '' };
    return this.#welcome(transaction, user, 'event.join', request, agreed);
  }

  async #welcome(
    transaction: Transaction,
    user: Welcomed,
    action: 'account.create' | 'team.join' | 'event.join',
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<NewUserSession> {
    const { userId, email, firstName, plan } = user;
    await endRegistrations(transaction, email);
    await this.consents.keepOfSignUp(transaction, userId, user, request, agreed);
    const sessionToken = await startSession(transaction, userId, request, {
      beganBy: 'link',
      hasSecondFactor: false,
      // The user has just chosen the password, which counts as a step-up.
      stepUp: { at: 'now', dependsOnIdp: null },
    });
    await this.audit.record({ action, outcome: 'ok', userId, email }, request, transaction);
    await this.mails.enqueueMail(transaction, { kind: 'welcome', to: email, content: { firstName, plan } });
    return { user: toSessionUser(user), sessionToken };
  }
}

/**
 * If the user chose PRO, the team starts on Free with `hasIncompleteBilling`, and gets PRO when the card provider
 * confirms the payment.
 */
async function createOwner(transaction: Transaction, { plan, ...user }: NewAccount): Promise<string> {
  const name = user.company || fullName(user);
  const team = await createTeam(transaction, { name, hasIncompleteBilling: isPaid(plan) });
  const { id } = await createUser(transaction, { ...user, teamId: team.id });
  await setOwner(transaction, team.id, id);
  return id;
}

export async function addCollaborator(
  transaction: Transaction,
  { id: invitationId, eventId }: Pick<EventInvitation, 'id' | 'eventId'>,
  userId: string,
): Promise<void> {
  await transaction.eventCollaboration.createMany({
    data: { eventId, userId, invitationId },
    skipDuplicates: true,
  });
}
