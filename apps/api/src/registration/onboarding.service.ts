import { Injectable } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import type { SessionUser } from '@foyer/contracts/identity/login';
import { type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../audit/audit.service.ts';
import { ConsentsService, type Agreement, type NewsChoice } from '../consents/consents.service.ts';
import { startSession, toSessionUser } from '../identity/session.service.ts';
import { endRegistrations } from './registrations.queries.ts';
import type { RequestContext } from '../request/request-context.ts';

export type NewUser = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  teamName: string;
  plan: PlanType;
  news: NewsChoice;
  /** If they agreed on an earlier day, with their registration. */
  agreed?: Agreement | undefined;
};

/** What a new user is signed in with. */
export type NewUserSession = { user: SessionUser; sessionToken: string };

/** What every new user with a password gets, however they came. */
@Injectable()
export class OnboardingService {
  constructor(
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
    private readonly consents: ConsentsService,
  ) {}

  /**
   * Ends all pending registrations of the address, and so their links, keeps what was agreed to, writes the security log,
   * starts a session and enqueues the welcome mail.
   */
  async onboard(
    transaction: Transaction,
    { userId, email, firstName, lastName, teamName, plan, news, agreed }: NewUser,
    action: 'account.create' | 'team.join' | 'event.join',
    request: RequestContext,
  ): Promise<NewUserSession> {
    await endRegistrations(transaction, email);
    await this.consents.keepOfSignUp(transaction, userId, news, request, agreed);
    const sessionToken = await startSession(transaction, userId, request, {
      beganBy: 'link',
      hasSecondFactor: false,
      // They have just chosen the password.
      stepUp: { at: 'now', onWordOf: null },
    });
    await this.audit.record({ action, outcome: 'ok', userId, email }, request, transaction);
    await this.mails.enqueueMail(transaction, { kind: 'welcome', to: email, content: { firstName, plan } });
    const user = toSessionUser({ userId, email, firstName, lastName, teamName });
    return { user, sessionToken };
  }
}
