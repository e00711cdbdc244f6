import { Inject, Injectable } from '@nestjs/common';
import type { LinkState, PasswordLinkReply, ResetPasswordReply } from '@foyer/contracts/password';
import type { RefusalCode } from '@foyer/contracts/refusal';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Request } from 'express';
import { createAccount } from '../../accounts/create-account.ts';
import { AccountMailService } from '../../accounts/account-mail.service.ts';
import { WelcomeService } from '../../accounts/welcome.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { LockoutService } from '../../credentials/lockout.service.ts';
import { OneTimeLinksService, type OneTimeLink } from '../../credentials/one-time-links.service.ts';
import { PasswordHasher } from '../../credentials/password-hasher.ts';
import { PasswordPolicy } from '../../credentials/password-policy.ts';
import { Refusal } from '../../http/refusal.ts';
import { SessionService } from '../../session/session.service.ts';

/** How a link that cannot be used is refused. */
const LINK_REFUSALS = {
  expired: 'LinkExpired',
  used: 'LinkUsed',
  replaced: 'LinkReplaced',
  unknown: 'LinkUnknown',
} as const satisfies Record<Exclude<LinkState, 'valid'>, RefusalCode>;

export type PasswordSet = { reply: ResetPasswordReply; sessionToken?: string };

@Injectable()
export class PasswordService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly links: OneTimeLinksService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly mails: MailQueue,
    private readonly newcomers: WelcomeService,
    private readonly accountMail: AccountMailService,
    private readonly policy: PasswordPolicy,
    private readonly lockout: LockoutService,
    private readonly audit: AuditService,
  ) {}

  async describeLink(resetToken: string): Promise<PasswordLinkReply> {
    const { state, link } = await this.links.find(resetToken);
    if (!link) return { state };
    if (link.purpose === 'reset_password') return { state, kind: 'reset', email: link.email };
    const registration = await this.prisma.registration.findUnique({
      where: { email: link.email },
      select: { plan: true },
    });
    return { state, kind: 'create', email: link.email, ...(registration ? { plan: registration.plan } : {}) };
  }

  /**
   * Sets the password a link stands for. The link is looked at before the costly hash and spent afterwards, in the
   * transaction that makes the account or changes the password.
   */
  async setPassword(resetToken: string, password: string, request: Request): Promise<PasswordSet> {
    this.policy.refuseWeak(password, await this.#personBehind(resetToken));
    const passwordHash = await this.hasher.hash(password);
    const done = await this.prisma.$transaction(async (transaction) => {
      const link = await this.links.consume(transaction, resetToken);
      if (!link) return undefined;
      return link.purpose === 'create_password'
        ? this.#createAccount(transaction, link, passwordHash, request)
        : this.#changePassword(transaction, link, passwordHash, request);
    });
    if (done) return done;
    await this.#findValid(resetToken);
    throw new Refusal('LinkUsed');
  }

  async #findValid(resetToken: string): Promise<OneTimeLink> {
    const { state, link } = await this.links.find(resetToken);
    if (state !== 'valid' || !link) throw new Refusal(LINK_REFUSALS[state === 'valid' ? 'unknown' : state]);
    return link;
  }

  /** Whose words must not be in the password. */
  async #personBehind(resetToken: string): Promise<{ email: string; company: string }> {
    const { email, userId } = await this.#findValid(resetToken);
    const person = userId
      ? await this.prisma.user.findUnique({ where: { id: userId }, select: { company: true } })
      : await this.prisma.registration.findUnique({ where: { email }, select: { company: true } });
    return { email, company: person?.company ?? '' };
  }

  /** Asks for the mail with a link to choose a new password, at most one in the wait. */
  async forgot(email: string, request: Request): Promise<void> {
    const asked = this.audit.recording({ action: 'password.reset.ask', outcome: 'ok', email }, request);
    await this.prisma.$transaction((transaction) =>
      this.accountMail.askWithinWait(transaction, email, 'reset-password', asked.statement),
    );
    asked.tell();
  }

  /** Turns the pending registration into a user with a team and a session. */
  async #createAccount(
    transaction: Transaction,
    link: OneTimeLink,
    passwordHash: string,
    request: Request,
  ): Promise<PasswordSet> {
    const [registration] = await transaction.registration.findMany({
      where: { email: link.email },
      omit: { id: true, formType: true, updatedAt: true },
    });
    // The address got its account some other way, an invitation for example, and the registration is gone.
    if (!registration) throw new Refusal('LinkUsed');
    const { id: userId } = await createAccount(transaction, { ...registration, passwordHash });
    const { email, firstName, lastName, company: teamName, plan } = registration;
    const { sessionToken } = await this.newcomers.welcome(
      transaction,
      { userId, email, firstName, lastName, teamName, plan },
      'account.create',
      request,
    );
    return { reply: { message: 'Password created', user: { email: link.email }, plan }, sessionToken };
  }

  /** Changes the password of a user, ends all their sessions and grants (DESIGN invariant 9) and forgets their browsers. */
  async #changePassword(
    transaction: Transaction,
    link: OneTimeLink,
    passwordHash: string,
    request: Request,
  ): Promise<PasswordSet> {
    const user = await transaction.user.update({
      where: { id: link.userId ?? '' },
      data: { passwordHash },
      select: { id: true, firstName: true },
    });
    await this.sessions.endAll(transaction, user.id);
    await this.lockout.unlock(transaction, { id: user.id, email: link.email });
    await this.audit.record(
      { action: 'password.reset', outcome: 'ok', userId: user.id, email: link.email },
      request,
      transaction,
    );
    await this.mails.enqueueMail(transaction, {
      kind: 'password-changed',
      to: link.email,
      content: { firstName: user.firstName },
    });
    return { reply: { message: 'Password changed', user: { email: link.email } } };
  }
}
