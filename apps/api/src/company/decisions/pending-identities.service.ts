import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PendingSignInReply } from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { IDENTITY_LINKED_QUEUE, IDENTITY_NOTICE_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { linkedBy, type LinkStanding } from './first-link.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { AfterProof } from '../../identity/after-proof.ts';
import { requestSeat } from '../../teams/seat-requests.queries.ts';
import { OwnerNoticeService, type OwnerNoticeJob } from '../../teams/owner-notice.service.ts';
import type { Withheld } from '../saml/decide-account.ts';
import type { Person } from '../saml/stages.ts';
import { undoUnless } from '../saml/undo-unless.ts';
import {
  insertClaim,
  linkClaimByLogin,
  linkFirstClaim,
  readClaim,
  requestInvitationFor,
} from './decisions.queries.ts';
import { findWaitingIdentities, markIdentitiesMailed } from './identity-notice.queries.ts';
import { unlinkIdentities } from './leaving.queries.ts';
import { PendingCookie } from './pending-cookie.ts';

type Linked = { email: string; firstName: string; identityProvider: string };

/**
 * People vouched for by their company whose account an assertion alone does not open (docs/product.md 10, "Single
 * sign-on"): that of a member whom their company, their own login or the owner has to confirm, that of another team, or one
 * that has had the address until lately.
 */
@Injectable()
export class PendingIdentitiesService extends AfterProof implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly owners: OwnerNoticeService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
    private readonly jobs: Jobs,
    private readonly cookie: PendingCookie,
  ) {
    super();
  }

  /** Mails owners, and writes the mail about a link that an operator made, because the command has no key to seal mails. */
  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(IDENTITY_LINKED_QUEUE, (transaction, job: Linked) =>
      this.notifyOfLink(transaction, job),
    );
    const people = { find: findWaitingIdentities, markMailed: markIdentitiesMailed };
    await this.jobs.workInTransaction(IDENTITY_NOTICE_QUEUE, (transaction, job: OwnerNoticeJob) =>
      this.owners.notify(transaction, job, people),
    );
  }

  /**
   * Keeps in the database and in this browser whom a company vouches for, and mails the owner if it is theirs to decide;
   * nothing for a deactivated account. False when the claim has just been decided: signing in again shows the outcome.
   */
  async withhold({ reason, user }: Withheld, person: Person, request: RequestContext): Promise<boolean> {
    const entry = { action: 'sso.withheld', outcome: reason, userId: user.id, email: user.email } as const;
    if (reason === 'Deactivated') {
      await this.audit.record(entry, request);
      return true;
    }
    const { idp, nameId, answered } = person;
    const isOwnersToDecide = reason === 'NeedsOwner' || reason === 'AddressReserved';
    const claim = { identityProviderId: idp.id, userId: user.id, nameId, person };
    const keep = async (transaction: Transaction) => {
      await this.audit.record(entry, request, transaction);
      await lockUsers(transaction, user.id);
      // Before the row: the job that tells of it takes the team and the row in this order, too.
      if (isOwnersToDecide) await this.owners.ask(transaction, idp.teamId, 'identities-pending');
      return insertClaim(transaction, claim, isOwnersToDecide);
    };
    const kept = await retryConflicts(() => undoUnless(this.prisma, keep, (one) => one !== undefined));
    if (kept) this.cookie.write(request, { ...kept, isAsked: answered !== undefined });
    return kept !== undefined;
  }

  /** Tells the owner, once a person, that somebody waits for a seat. */
  async askForSeat(person: Person, request: RequestContext): Promise<void> {
    const { email, firstName, lastName } = person;
    const { teamId } = person.idp;
    await this.prisma.$transaction(async (transaction) => {
      const { isNew } = await requestSeat(transaction, { teamId, email, firstName, lastName });
      if (isNew) await this.owners.ask(transaction, teamId, 'seats-requested');
      const entry = { action: 'sso.overage', outcome: 'SeatLimitReached', email } as const;
      await this.audit.record(entry, request, transaction);
    });
  }

  /** What a browser's pending sign-in is waiting for. */
  async describe(request: RequestContext): Promise<PendingSignInReply> {
    const pending = this.cookie.read(request);
    if (!pending) return {};
    const row = await readClaim(this.prisma, pending);
    if (!row) return {};
    const { invitationId, isMember, standing, ...waiting } = row;
    const decidedByAccount = isMember ? decidedByOf(standing) : 'login';
    const decidedBy = waiting.hasMoved ? 'owner' : decidedByAccount;
    return { waiting: { ...waiting, decidedBy, ...(invitationId !== null && { invitationId }) } };
  }

  /**
   * Requests an invitation for the person of a browser's pending sign-in, whose account is in another team.
   * Idempotent. Throws `NotFound`.
   */
  async askToBeInvited(request: RequestContext): Promise<void> {
    const pending = this.cookie.read(request);
    if (!pending) throw new Problem('NotFound');
    await this.prisma.$transaction(async (transaction) => {
      const asked = await requestInvitationFor(transaction, pending);
      if (!asked) throw new Problem('NotFound');
      const { teamId, email, isNew } = asked;
      if (isNew) await this.owners.ask(transaction, teamId, 'seats-requested');
      await this.audit.record(
        { action: 'sso.withheld', outcome: 'AskedForInvitation', email },
        request,
        transaction,
      );
    });
  }

  /**
   * Links the browser's pending identity to the user who has just logged in with a password that was set, or a passkey
   * that was made, before the identity first came: a password set since by a mailed link, and a passkey added after it,
   * prove no more than the mailbox does.
   */
  async linkByLogin(userId: string, passkeyMadeAt: Date | undefined, request: RequestContext): Promise<void> {
    const pending = this.cookie.read(request);
    if (!pending?.isAsked) return;
    const isLinked = await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        const linked = await linkClaimByLogin(transaction, pending, userId, passkeyMadeAt);
        if (linked) await this.#noteLink(transaction, userId, linked, request);
        return linked !== undefined;
      }),
    );
    if (isLinked) this.forget(request);
  }

  /**
   * Links the browser's pending identity to the user who is moving to the company's team. It is the account's first
   * link to the company: the login was proof enough. Other claims are of a time when they were no member.
   */
  async linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void> {
    const pending = this.cookie.read(request);
    const linked = pending?.isAsked ? await linkFirstClaim(transaction, pending, userId) : undefined;
    if (linked) await this.#noteLink(transaction, userId, linked, request);
    await transaction.pendingIdentity.deleteMany({ where: { userId, identityProvider: { teamId } } });
  }

  unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean> {
    return unlinkIdentities(transaction, userId, teamId);
  }

  forget(request: RequestContext): void {
    this.cookie.forget(request);
  }

  async #noteLink(
    transaction: Transaction,
    userId: string,
    linked: Linked,
    request: RequestContext,
  ): Promise<void> {
    await this.notifyOfLink(transaction, linked);
    const entry = { action: 'sso.link', outcome: 'ok', userId, email: linked.email } as const;
    await this.audit.record(entry, request, transaction);
  }

  /** Mails a user that their company's sign-in opens their account from now on. */
  async notifyOfLink(
    transaction: Transaction,
    { email, firstName, identityProvider }: Linked,
  ): Promise<void> {
    await this.mails.enqueueMail(transaction, {
      kind: 'new-sso-link',
      to: email,
      content: { firstName, identityProvider },
    });
  }
}

type DecidedBy = NonNullable<PendingSignInReply['waiting']>['decidedBy'];

/** Where an assertion would do by now, a login does as well. */
function decidedByOf(standing: LinkStanding | null): DecidedBy {
  return standing && linkedBy(standing) === 'owner' ? 'owner' : 'own-login';
}
