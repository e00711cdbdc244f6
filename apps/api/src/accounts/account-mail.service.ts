import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitedTo as MailInvitedTo } from '@foyer/mail/mail-kinds';
import { ACCOUNT_MAIL_QUEUE, FORMER_ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { OneTimeLinksService } from '../credentials/one-time-links.service.ts';
import { Jobs } from '../database/jobs.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationsService, type InvitedTo } from './invitations.service.ts';
import { claimMail, claimMailWait, type AccountMailReason } from './mail-wait.ts';
import { NoticesService } from './notices.service.ts';

/** `browserHash`: whose registration it is about, if it is about one. */
export type AccountMailRequest = {
  email: string;
  reason: AccountMailReason;
  browserHash?: Uint8Array<ArrayBuffer>;
};
type AccountMailJob = { email: string; reason: AccountMailReason; browserHash?: string };

/** Who an address belongs to: a user (then `id` is set), else a registration. */
type Found = {
  id: string | null;
  firstName: string;
  hasPassword: boolean;
  identityProvider: string | null;
  /** The team whose owner has yet to say whose the address is. */
  undecidedIn: string | null;
  registrationId: string | null;
  /** Whether it is the registration of the browser that made the request. */
  isAskers: boolean;
  plan: PlanType;
  teamInvitationId: string | null;
  eventInvitationId: string | null;
};

/**
 * Mails to an address whose caller must not learn whether it has an account. The request only enqueues a job, the
 * same for every address; who the address belongs to is looked up by the job, after the visitor was answered
 * (invariant 7 of docs/security.md).
 */
@Injectable()
export class AccountMailService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly links: OneTimeLinksService,
    private readonly mails: MailQueue,
    private readonly invitations: InvitationsService,
    private readonly codes: InvitationCodes,
    private readonly notices: NoticesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const queue of [ACCOUNT_MAIL_QUEUE, FORMER_ACCOUNT_MAIL_QUEUE])
      await this.jobs.work<AccountMailJob>(queue, (job) =>
        this.prisma.$transaction(async (transaction) => {
          await this.#write(transaction, job.data);
          await this.jobs.complete(transaction, job);
        }),
      );
  }

  /**
   * Requests a mail that anybody can cause, at most one of a kind within the wait (docs/product.md 9).
   */
  async askWithinWait(transaction: Transaction, request: AccountMailRequest): Promise<void> {
    if (await claimMailWait(transaction, request.email, request.reason)) await this.ask(transaction, request);
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
    const found = await this.#find(transaction, job);
    if (found?.id) return this.#writeToUser(transaction, found, found.id, email, reason);
    if (reason !== 'sign-up' || !found?.registrationId) return;
    if (!(await mayMail(transaction, email, reason))) return;
    const { firstName, plan, registrationId } = found;
    const invitedTo = await this.#findLiveInvitation(transaction, found);
    const resetToken = await this.links.mint(transaction, {
      purpose: 'create_password',
      email,
      registrationId,
    });
    await this.mails.enqueueMail(transaction, {
      kind: 'verify-email',
      to: email,
      content: { firstName, plan, resetToken, ...(invitedTo && { invitedTo: toMailWords(invitedTo) }) },
    });
  }

  /**
   * Finds who an address belongs to. Of several registrations: that of the requesting browser, else one that was
   * mailed before, else the newest, since a stranger's request may have claimed the wait before the owner's.
   */
  async #find(
    transaction: Transaction,
    { email, browserHash = '' }: AccountMailJob,
  ): Promise<Found | undefined> {
    const [found] = await transaction.$queryRaw<Found[]>`
      SELECT u.id, coalesce(u.first_name, r.first_name) AS "firstName", u.password_hash IS NOT NULL AS "hasPassword",
             r.id AS "registrationId", r.plan, coalesce(r.is_askers, false) AS "isAskers",
             r.team_invitation_id AS "teamInvitationId", r.event_invitation_id AS "eventInvitationId",
             (SELECT p.name FROM sso_identities i JOIN identity_providers p ON p.id = i.identity_provider_id
               WHERE i.user_id = u.id LIMIT 1) AS "identityProvider",
             (SELECT t.name FROM teams t WHERE t.id = u.team_id AND has_undecided_identity(u.id)) AS "undecidedIn"
        FROM (SELECT ${email} AS email) AS asked
        LEFT JOIN users u ON u.email = asked.email
        LEFT JOIN LATERAL (
          SELECT id, first_name, plan, team_invitation_id, event_invitation_id,
                 browser_hash = ${Buffer.from(browserHash, 'base64url')} AS is_askers,
                 (SELECT max(created_at) FROM one_time_links WHERE registration_id = registrations.id) AS mailed_at
            FROM registrations WHERE address = asked.email
           ORDER BY is_askers DESC, mailed_at DESC NULLS LAST, updated_at DESC
           LIMIT 1
        ) r ON true`;
    return found;
  }

  /** The invitation that a registration's link would accept now. */
  async #findLiveInvitation(transaction: Transaction, found: Found): Promise<InvitedTo | undefined> {
    const invitedTo = await this.invitations.findOf(transaction, found);
    return invitedTo?.state === 'live' ? invitedTo : undefined;
  }

  async #writeToUser(
    transaction: Transaction,
    found: Found,
    userId: string,
    to: string,
    reason: AccountMailReason,
  ): Promise<void> {
    const { firstName, hasPassword, identityProvider, undecidedIn } = found;
    if (reason === 'account-locked')
      return this.notices.notify(transaction, { kind: 'account-locked', to, content: { firstName } });
    if (!(await mayMail(transaction, to, reason))) return;
    const invitedTo =
      reason === 'sign-up' && found.isAskers && (await this.#findLiveInvitation(transaction, found));
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
    if (!hasPassword && identityProvider !== null)
      return this.mails.enqueueMail(transaction, {
        kind: 'sign-in-with-sso',
        to,
        content: { firstName, identityProvider },
      });
    const resetToken = await this.links.mint(transaction, { purpose: 'reset_password', email: to, userId });
    const kind = reason === 'sign-up' ? 'already-registered' : 'reset-password';
    await this.mails.enqueueMail(transaction, { kind, to, content: { firstName, resetToken } });
  }
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

/** Claims the right to send a mail that anybody can cause; false changes nothing. */
async function mayMail(transaction: Transaction, email: string, reason: AccountMailReason): Promise<boolean> {
  return claimMail(transaction, email, reason);
}
