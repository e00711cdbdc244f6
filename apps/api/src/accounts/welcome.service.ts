import { Injectable } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import type { SessionUser } from '@foyer/contracts/login';
import { Prisma, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Request } from 'express';
import { AuditService } from '../audit/audit.service.ts';
import { together } from '../database/statements.ts';
import { SessionService, toSessionUser } from '../session/session.service.ts';

/** Somebody who has just become a user. */
export type Newcomer = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  teamName: string;
  plan: PlanType;
};

/** What every new user gets who chose a password, however they came here. */
@Injectable()
export class WelcomeService {
  constructor(
    private readonly sessions: SessionService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /** Ends the pending registration of the address, records what happened, starts a session and writes a mail. */
  async welcome(
    transaction: Transaction,
    { userId, email, firstName, lastName, teamName, plan }: Newcomer,
    action: 'account.create' | 'team.join' | 'event.join',
    request: Request,
  ): Promise<{ user: SessionUser; sessionToken: string }> {
    const session = this.sessions.starting(Prisma.sql`${userId}::uuid`, request, null);
    const event = this.audit.recording({ action, outcome: 'ok', userId, email }, request);
    await transaction.$executeRaw(
      together(
        Prisma.sql`DELETE FROM registrations WHERE email = ${email}`,
        event.statement,
        session.statement,
      ),
    );
    event.tell();
    await this.mails.enqueueMail(transaction, { kind: 'welcome', to: email, content: { firstName, plan } });
    const user = toSessionUser({
      user_id: userId,
      email,
      first_name: firstName,
      last_name: lastName,
      team_name: teamName,
    });
    return { user, sessionToken: session.token };
  }
}
