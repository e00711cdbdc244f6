import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PendingSignInReply } from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import {
  ahead,
  cast,
  detached,
  expression,
  flag,
  insertSelected,
  now,
  typedSql,
  type TypedSql,
} from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { IDENTITY_LINKED_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { linkedBy, linkStandingOf, type LinkStanding } from '../../registration/first-link.ts';
import { canTakeBack, lockUsers } from '../../identity/addresses.queries.ts';
import { AfterProof } from '../../identity/after-proof.ts';
import { requestInvitation } from '../../teams/seat-requests.queries.ts';
import { OwnerNoticeService } from '../../teams/owner-notice.service.ts';
import { PendingCookie, type PendingSignIn } from './pending-cookie.ts';

/** A login or switch in the same browser may follow for so long. */
const LIFE = { minutes: 60 };

/** A person vouched for by an identity provider, under an address that a user has or can take back. */
export type Claim = {
  identityProviderId: string;
  teamId: string;
  nameId: string;
  userId: string;
  person: { email: string; firstName: string; lastName: string };
};

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

  /** Writes the mail about a link that an operator made, because the command has no key to seal mails. */
  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(IDENTITY_LINKED_QUEUE, (transaction, job: Linked) =>
      this.notifyOfLink(transaction, job),
    );
  }

  /**
   * Stores a claim when it is first made, and mails the owner if it is theirs to decide. Returns what goes into the
   * browser's cookie; undefined when the claim has just been decided, so that signing in again shows the outcome.
   */
  async keep(
    transaction: Transaction,
    claim: Claim,
    isAsked: boolean,
    isOwnersToDecide: boolean,
  ): Promise<PendingSignIn | undefined> {
    const { identityProviderId, teamId, nameId, userId, person } = claim;
    await lockUsers(transaction, userId);
    // Before the row: the job that tells of it takes the team and the row in this order, too.
    if (isOwnersToDecide) await this.owners.ask(transaction, teamId, 'identities-pending');
    const kept = await insertSelected(
      typedSql(transaction).insertInto('pendingIdentities'),
      ['identityProviderId', 'nameId', 'userId', 'email', 'firstName', 'lastName', 'isAsked'],
      (from) =>
        from
          .selectFrom('users as u')
          .select((row) => [
            row.val(identityProviderId).as('identityProviderId'),
            row.val(nameId).as('nameId'),
            'u.id as userId',
            row.val(person.email).as('email'),
            row.val(person.firstName).as('firstName'),
            row.val(person.lastName).as('lastName'),
            row.lit(isOwnersToDecide).as('isAsked'),
          ])
          .where('u.id', '=', userId)
          .where((row) =>
            row.or([row('u.email', '=', person.email), canTakeBack(row.ref('u.id'), row.val(person.email))]),
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('ssoIdentities as i')
                  .select('i.id')
                  .where('i.identityProviderId', '=', identityProviderId)
                  .where('i.nameId', '=', nameId),
              ),
            ),
          ),
    )
      .onConflict((conflict) =>
        conflict.columns(['identityProviderId', 'nameId', 'userId']).doUpdateSet((row) => ({
          email: row.ref('excluded.email'),
          firstName: row.ref('excluded.firstName'),
          lastName: row.ref('excluded.lastName'),
          isAsked: flag(row.or([row.ref('pendingIdentities.isAsked'), row.ref('excluded.isAsked')])),
        })),
      )
      .returning(['id', ahead(LIFE).as('expiresAt')])
      .executeTakeFirst();
    if (!kept) return undefined;
    return { ...kept, isAsked };
  }

  /** What a browser's pending sign-in is waiting for. */
  async describe(request: RequestContext): Promise<PendingSignInReply> {
    const pending = this.cookie.read(request);
    if (!pending) return {};
    const row = await openClaim(typedSql(this.prisma), pending)
      .innerJoin('teams as t', 't.id', 'i.teamId')
      .where((one) =>
        one.or([one('u.email', '=', one.ref('p.email')), canTakeBack(one.ref('u.id'), one.ref('p.email'))]),
      )
      .select((one) => [
        flag(one('u.email', '!=', one.ref('p.email'))).as('hasMoved'),
        flag(one('u.teamId', '=', one.ref('i.teamId'))).as('isMember'),
        linkStandingOf(one.ref('u.id'), one.ref('i.id')).as('standing'),
        ...(['p.email', 't.name as teamName'] as const),
        flag(one('t.ownerId', 'is not distinct from', one.ref('u.id'))).as('isOwnersAccount'),
        one
          .selectFrom('teamInvitations as v')
          .select('v.id')
          .whereRef('v.teamId', '=', 't.id')
          .whereRef('v.email', '=', 'u.email')
          .where('v.acceptedAt', 'is', null)
          .where('v.revokedAt', 'is', null)
          .where('v.expiresAt', '>', now())
          .as('invitationId'),
        flag(
          one.exists(
            one
              .selectFrom('seatRequests as r')
              .select('r.id')
              .whereRef('r.teamId', '=', 't.id')
              .whereRef('r.email', '=', 'u.email')
              .where('r.needsInvitation', '=', true),
          ),
        ).as('hasAsked'),
      ])
      .executeTakeFirst();
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
      const asked = await requestInvitation(
        transaction,
        liveClaim(detached, pending)
          .select(['i.teamId', 'u.email', 'p.firstName', 'p.lastName'])
          .select((row) => row.lit(true).as('needsInvitation'))
          .whereRef('i.teamId', '<>', 'u.teamId'),
      );
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
    if (!pending) return;
    const isLinked = await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        const proved: Claims = (from) =>
          liveClaim(from, pending).where((row) =>
            row(
              passkeyMadeAt
                ? cast(row.val(passkeyMadeAt), 'timestamptz')
                : row.fn.coalesce('u.passwordSetAt', 'u.createdAt'),
              '<',
              row.ref('p.firstSeenAt'),
            ),
          );
        return this.#link(transaction, pending, userId, proved, request);
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
    if (pending) await this.#link(transaction, pending, userId, (from) => firstClaim(from, pending), request);
    await transaction.pendingIdentity.deleteMany({ where: { userId, identityProvider: { teamId } } });
  }

  forget(request: RequestContext): void {
    this.cookie.forget(request);
  }

  async #link(
    transaction: Transaction,
    pending: PendingSignIn,
    userId: string,
    claims: Claims,
    request: RequestContext,
  ): Promise<boolean> {
    if (!pending.isAsked) return false;
    const linked = await typedSql(transaction)
      .with('claim', (from) =>
        claims(from)
          .select(['i.id as identityProviderId', 'i.name as identityProvider', 'p.nameId'])
          .select(['u.id as userId', 'u.email', 'u.firstName'])
          .where('u.id', '=', userId)
          .whereRef('u.teamId', '=', 'i.teamId')
          .where('u.deactivatedAt', 'is', null),
      )
      .with('linked', (into) =>
        insertSelected(into.insertInto('ssoIdentities'), ['identityProviderId', 'nameId', 'userId'], (from) =>
          from.selectFrom('claim').select(['identityProviderId', 'nameId', 'userId']),
        )
          .onConflict((conflict) => conflict.doNothing())
          .returning(['identityProviderId', 'nameId']),
      )
      .with('decided', (from) =>
        from
          .deleteFrom('pendingIdentities as d')
          .using('linked as l')
          .whereRef('d.identityProviderId', '=', 'l.identityProviderId')
          .whereRef('d.nameId', '=', 'l.nameId'),
      )
      .selectFrom('claim as c')
      .innerJoin('linked as l', (join) => join.onTrue())
      .select(['c.email', 'c.firstName', 'c.identityProvider'])
      .executeTakeFirst();
    if (!linked) return false;
    await this.notifyOfLink(transaction, linked);
    await this.audit.record(
      { action: 'sso.link', outcome: 'ok', userId, email: linked.email },
      request,
      transaction,
    );
    return true;
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

type Claims = (from: Pick<TypedSql, 'selectFrom'>) => ReturnType<typeof liveClaim>;

/** The same to an address that the user has: a login proves nothing about one that they have left. */
function liveClaim(from: Pick<TypedSql, 'selectFrom'>, pending: PendingSignIn) {
  return openClaim(from, pending).whereRef('u.email', '=', 'p.email');
}

/** The same, where it would be the account's first link to the company. */
function firstClaim(from: Pick<TypedSql, 'selectFrom'>, pending: PendingSignIn) {
  return liveClaim(from, pending).where((row) =>
    row.not(
      row.exists(
        row
          .selectFrom('ssoIdentities as o')
          .select('o.id')
          .whereRef('o.identityProviderId', '=', 'i.id')
          .whereRef('o.userId', '=', 'u.id'),
      ),
    ),
  );
}

/** A browser's claim `p` with its user `u` and identity provider `i`, if that vouches for the domain still. */
function openClaim(from: Pick<TypedSql, 'selectFrom'>, { id, expiresAt }: PendingSignIn) {
  return from
    .selectFrom('pendingIdentities as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .innerJoin('identityProviders as i', 'i.id', 'p.identityProviderId')
    .where('p.id', '=', id)
    .where(cast(expression.val(expiresAt), 'timestamptz'), '>', now())
    .where('i.isEnabled', '=', true)
    .where((row) =>
      row.exists(
        row
          .selectFrom('idpDomains as d')
          .select('d.domain')
          .whereRef('d.identityProviderId', '=', 'i.id')
          .where('d.domain', '=', row.fn<string>('split_part', ['p.email', row.val('@'), row.lit(-1)])),
      ),
    );
}
