import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { DecideIdentityBody, PendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import type { PendingSignInReply } from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { IDENTITY_LINKED_QUEUE, IDENTITY_NOTICE_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { linkMethodOf, type LinkFacts } from './first-link.ts';
import { requireOwner } from '../../identity/access.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { endAllSessions, type Session } from '../../identity/session.service.ts';
import { requireStepUp } from '../../identity/step-up.ts';
import { deactivateAndFreeAddress } from '../../identity/users.queries.ts';
import { CompanyIdentities } from '../../identity/company-identities.ts';
import { requestSeat } from '../../teams/seat-requests.queries.ts';
import { OwnerNoticeService, type OwnerNoticeJob } from '../../teams/owner-notice.service.ts';
import type { Withheld } from '../saml/decide-account.ts';
import type { VerifiedSignIn } from '../saml/stages.ts';
import { rollBackUnless } from '../saml/roll-back-unless.ts';
import {
  insertPendingIdentity,
  linkPendingIdentityByLogin,
  linkFirstIdentity,
  listPendingIdentities,
  readPendingIdentity,
  releaseAddress,
  requestInvitationFor,
  takePendingIdentity,
  type DecidedIdentity,
} from './decisions.queries.ts';
import { findWaitingIdentities, markIdentitiesMailed } from './identity-notice.queries.ts';
import { endAccessByCompany, unlinkIdentities } from './leaving.queries.ts';
import { PendingCookie } from './pending-cookie.ts';

type Linked = { email: string; firstName: string; identityProvider: string };

/**
 * A claim is a person whom the company vouches for, but for whom the company's assertion alone is not enough
 * (docs/product.md 10, "Single sign-on"). A login, a team switch or the owner's decision can link it.
 */
@Injectable()
export class PendingIdentitiesService extends CompanyIdentities implements OnApplicationBootstrap {
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

  /**
   * The first job sends the mails about links that an operator created, because the operator's command has no key to
   * seal mails.
   */
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
   * Returns false if, since the decision, the NameID has been linked or the user has lost the email address. The
   * caller must then decide again.
   */
  async withhold(
    { reason, user }: Withheld,
    person: VerifiedSignIn,
    request: RequestContext,
  ): Promise<boolean> {
    const entry = { action: 'sso.withheld', outcome: reason, userId: user.id, email: user.email } as const;
    if (reason === 'Deactivated') {
      await this.audit.record(entry, request);
      return true;
    }
    const { idp, nameId, answered } = person;
    const needsOwner = reason === 'NeedsOwner' || reason === 'AddressReserved';
    const claim = { identityProviderId: idp.id, userId: user.id, nameId, person };
    const keep = async (transaction: Transaction) => {
      await this.audit.record(entry, request, transaction);
      await lockUsers(transaction, user.id);
      // Comes before the insert, because the notice job also locks the team first and then the claims.
      if (needsOwner) await this.owners.requestMail(transaction, idp.teamId, 'identities-pending');
      return insertPendingIdentity(transaction, claim, needsOwner);
    };
    const kept = await retryConflicts(() => rollBackUnless(this.prisma, keep, (one) => one !== undefined));
    if (kept) this.cookie.write(request, { ...kept, isAsked: answered !== undefined });
    return kept !== undefined;
  }

  async requestSeatFor(person: VerifiedSignIn, request: RequestContext): Promise<void> {
    const { email, firstName, lastName } = person;
    const { teamId } = person.idp;
    await this.prisma.$transaction(async (transaction) => {
      const { isNew } = await requestSeat(transaction, { teamId, email, firstName, lastName });
      if (isNew) await this.owners.requestMail(transaction, teamId, 'seats-requested');
      const entry = { action: 'sso.overage', outcome: 'SeatLimitReached', email } as const;
      await this.audit.record(entry, request, transaction);
    });
  }

  async describe(request: RequestContext): Promise<PendingSignInReply> {
    const pending = this.cookie.read(request);
    if (!pending) return {};
    const row = await readPendingIdentity(this.prisma, pending);
    if (!row) return {};
    const { invitationId, isMember, standing, ...waiting } = row;
    const decidedByAccount = isMember ? decidedByOf(standing) : 'login';
    const decidedBy = waiting.hasMoved ? 'owner' : decidedByAccount;
    return {
      waiting: {
        ...waiting,
        decidedBy,
        ...(invitationId !== null && { invitationId }),
        ...(!pending.isAsked && { isUnsolicited: true }),
      },
    };
  }

  /** Throws `NotFound` unless the pending sign-in belongs to a user of another team. */
  async askToBeInvited(request: RequestContext): Promise<void> {
    const pending = this.cookie.read(request);
    if (!pending) throw new Problem('NotFound');
    await this.prisma.$transaction(async (transaction) => {
      const asked = await requestInvitationFor(transaction, pending);
      if (!asked) throw new Problem('NotFound');
      const { teamId, email, isNew } = asked;
      if (isNew) await this.owners.requestMail(transaction, teamId, 'seats-requested');
      await this.audit.record(
        { action: 'sso.withheld', outcome: 'AskedForInvitation', email },
        request,
        transaction,
      );
    });
  }

  /**
   * Does not link an identity from an unsolicited response. The password or passkey must be older than the first
   * arrival of the identity. A newer password may come from a mailed link, so it proves only access to the mailbox.
   */
  async linkByLogin(userId: string, passkeyMadeAt: Date | undefined, request: RequestContext): Promise<void> {
    const pending = this.cookie.read(request);
    if (!pending?.isAsked) return;
    const isLinked = await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        const linked = await linkPendingIdentityByLogin(transaction, pending, userId, passkeyMadeAt);
        if (linked) await this.#noteLink(transaction, userId, linked, request);
        return linked !== undefined;
      }),
    );
    if (isLinked) this.forget(request);
  }

  /**
   * Links only an identity from a requested response, and only if the user has no other one at the provider. Then
   * deletes the company's remaining claims to the account, because they are older than the membership.
   */
  async linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void> {
    const pending = this.cookie.read(request);
    const linked = pending?.isAsked ? await linkFirstIdentity(transaction, pending, userId) : undefined;
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

  async list({ isOwner, teamId, userId }: Session): Promise<PendingIdentitiesReply['pendingIdentities']> {
    if (!isOwner) return [];
    const rows = await listPendingIdentities(this.prisma, teamId);
    return rows.map(({ id, email, nameId, hasMoved, isMember, ...row }) => ({
      id,
      email,
      nameId,
      hasMoved,
      name: fullName(row),
      // The owner must not learn about members of other teams.
      memberName: isMember ? fullName({ firstName: row.memberFirstName, lastName: row.memberLastName }) : '',
      at: row.firstSeenAt.toISOString(),
      isYou: row.memberId === userId,
    }));
  }

  /**
   * `same` links the NameID to the user if they are a member. `new` deactivates the member's account and frees its
   * address for the account that the next sign-in creates. If the member has changed to another address, `new` only
   * ends the period in which they can restore the claimed address. Only one of several concurrent decisions counts.
   * Throws `NotFound`, `LastOwner` if `new` would deactivate the owner, and the problems of `requireOwner` and
   * `requireStepUp`.
   */
  async decide(
    session: Session,
    pendingId: string,
    who: DecideIdentityBody['who'],
    request: RequestContext,
  ): Promise<void> {
    const id = requireUuid(pendingId);
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'account');
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        const team = await requireOwner(transaction, session);
        const found = await transaction.pendingIdentity.findFirst({
          where: { id, identityProvider: { teamId: team.id } },
          select: { userId: true },
        });
        if (!found) throw new Problem('NotFound');
        const memberId = found.userId;
        await lockUsers(transaction, memberId);
        const decided = await takePendingIdentity(transaction, id, team.id);
        if (!decided) throw new Problem('NotFound');
        if (who === 'same') {
          if (decided.isMember) await this.#linkDecided(transaction, memberId, decided);
        } else if (decided.hasMoved) {
          const { email } = decided;
          await releaseAddress(transaction, memberId, email);
          await transaction.pendingIdentity.deleteMany({ where: { userId: memberId, email } });
        } else {
          if (memberId === session.userId) throw new Problem('LastOwner');
          await this.#retire(transaction, memberId, team.id);
        }
        const action = who === 'same' ? 'team.same-person' : 'team.somebody-new';
        const details = { memberId, address: decided.email, nameId: decided.nameId };
        await this.audit.recordBy(session, action, request, transaction, details);
      }),
    );
  }

  async #linkDecided(transaction: Transaction, userId: string, decided: DecidedIdentity): Promise<void> {
    const { identityProviderId, nameId } = decided;
    await transaction.pendingIdentity.deleteMany({ where: { identityProviderId, nameId } });
    const { count } = await transaction.ssoIdentity.createMany({
      data: { identityProviderId, nameId, userId },
      skipDuplicates: true,
    });
    // The NameID may have been linked to another account since the claim.
    if (count === 0) throw new Problem('NotFound');
    await this.notifyOfLink(transaction, { ...decided, email: decided.currentEmail });
  }

  async #retire(transaction: Transaction, userId: string, teamId: string): Promise<void> {
    await deactivateAndFreeAddress(transaction, userId);
    await transaction.pendingIdentity.deleteMany({ where: { userId, identityProvider: { teamId } } });
    await endAccessByCompany(transaction, userId, teamId);
    await endAllSessions(transaction, userId);
  }
}

type DecidedBy = NonNullable<PendingSignInReply['waiting']>['decidedBy'];

/** Returns `own-login` if the owner is not needed, even if the company's assertion would now be enough. */
function decidedByOf(standing: LinkFacts | null): DecidedBy {
  return standing && linkMethodOf(standing) === 'owner' ? 'owner' : 'own-login';
}
