import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitedTo as MailInvitedTo } from '@foyer/mail/mail-kinds';
import { ACCOUNT_MAIL_QUEUE, FORMER_ACCOUNT_MAIL_QUEUE } from '@foyer/mail/queues';
import { OneTimeLinksService } from '../credentials/one-time-links.service.ts';
import { Jobs } from '../database/jobs.ts';
import { together } from '../database/statements.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationsService, type InvitedTo } from './invitations.service.ts';
import { claimingMail, claimingMailWait } from './mail-wait.ts';
import { NoticesService } from './notices.service.ts';

/** What an address is to be written about; which mail that is, if any, depends on who the address belongs to. */
export type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';

/** A mail that is asked for. `browserHash` says whose registration it is about, where it is about one. */
export type AccountMailRequest = {
  email: string;
  reason: AccountMailReason;
  browserHash?: Uint8Array<ArrayBuffer>;
};
type AccountMailJob = { email: string; reason: AccountMailReason; browserHash?: string };

/** Who an address belongs to: a user, who has an `id`; else a registration; else nobody. */
type Found = {
  id: string | null;
  firstName: string;
  hasPassword: boolean;
  identityProvider: string | null;
  /** The team whose owner has to say whose the address is, if that is to be said. */
  undecidedIn: string | null;
  registrationId: string | null;
  /** Whether the registration is that of the browser that asked. */
  isAskers: boolean;
  plan: PlanType;
  teamInvitationId: string | null;
  eventInvitationId: string | null;
};

/**
 * Mails to an address of which the caller must not know whether it has an account. The call that asks for one only
 * puts a job into the queue, the same for every address; who the address belongs to is looked up when the job is
 * worked, by when the visitor has long been answered (invariant 7 of docs/security.md).
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
   * Asks for a mail that anybody can cause, at most one of a reason in the wait (docs/product.md 9), besides making
   * `changes`.
   */
  async askWithinWait(
    transaction: Transaction,
    request: AccountMailRequest,
    ...changes: Prisma.Sql[]
  ): Promise<void> {
    const wait = claimingMailWait(request.email, request.reason);
    const claimed = await transaction.$executeRaw(together(...changes, wait));
    if (claimed === 1) await this.ask(transaction, request);
  }

  /** Asks for a mail, as part of the caller's transaction. */
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
   * Reads who an address belongs to. Of several registrations it is that of the browser that asked, else one that the
   * address was mailed about already; only where there is neither, the newest, for a stranger's call may have taken the
   * wait before its owner's.
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

  /** What a registration's link would accept now. */
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
      // The shared code: who logs in has proved the address, and no earlier mail's code dies.
      const code = await this.codes.share(transaction, invitedTo.kind, invitedTo.id);
      const content = { firstName, code, invitedTo: toMailWords(invitedTo) };
      return this.mails.enqueueMail(transaction, { kind: 'accept-invitation', to, content });
    }
    // Whoever reads the mailbox may be somebody new (docs/product.md 10).
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
  const { kind, inviterName } = invitedTo;
  return { kind, inviterName, name: invitedTo.kind === 'team' ? invitedTo.teamName : invitedTo.eventName };
}

/** Whether a mail that anybody can cause may be sent now; if not, none is, and nothing else changes. */
async function mayMail(transaction: Transaction, email: string, reason: AccountMailReason): Promise<boolean> {
  return (await transaction.$executeRaw(claimingMail(email, reason))) === 1;
}
