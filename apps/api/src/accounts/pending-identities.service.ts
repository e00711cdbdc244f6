import { Inject, Injectable } from '@nestjs/common';
import type { PendingSignInReply } from '@foyer/contracts/saml';
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
  wasInserted,
  type TypedSql,
} from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../audit/audit.service.ts';
import { retryConflicts } from '../database/conflicts.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext } from '../request/request-context.ts';
import { lockUsers } from './lock-users.ts';
import { OwnerNoticeService } from './owner-notice.service.ts';
import type { PendingSignIn } from './pending-cookie.ts';

/** A login or switch in the same browser may follow for so long. */
const LIFE = { minutes: 60 };

/** A person vouched for by an identity provider, under the address of a user whose NameID is another. */
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
 * sign-on"): a second NameID for a linked member, or the address of an account in another team.
 */
@Injectable()
export class PendingIdentitiesService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly owners: OwnerNoticeService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

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
      ['identityProviderId', 'nameId', 'userId', 'email', 'firstName', 'lastName'],
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
          ])
          .where('u.id', '=', userId)
          .where('u.email', '=', person.email)
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
        })),
      )
      .returning(['id', ahead(LIFE).as('expiresAt')])
      .executeTakeFirst();
    if (!kept) return undefined;
    return { ...kept, isAsked };
  }

  /** What a browser's pending sign-in is waiting for. */
  async describe(pending: PendingSignIn | undefined): Promise<PendingSignInReply> {
    if (!pending) return {};
    const row = await liveClaim(typedSql(this.prisma), pending)
      .innerJoin('teams as t', 't.id', 'i.teamId')
      .select((one) => [
        one
          .case()
          .when('i.teamId', '=', one.ref('u.teamId'))
          .then<DecidedBy>('owner')
          .else<DecidedBy>('login')
          .end()
          .as('decidedBy'),
        ...(['u.email', 't.name as teamName'] as const),
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
    const { invitationId, ...waiting } = row;
    return { waiting: { ...waiting, ...(invitationId !== null && { invitationId }) } };
  }

  /**
   * Requests an invitation for the person of a browser's pending sign-in, whose account is in another team.
   * Idempotent. Throws `NotFound`.
   */
  async askToBeInvited(pending: PendingSignIn | undefined, request: RequestContext): Promise<void> {
    if (!pending) throw new Problem('NotFound');
    await this.prisma.$transaction(async (transaction) => {
      const asked = await insertSelected(
        typedSql(transaction).insertInto('seatRequests'),
        ['teamId', 'email', 'firstName', 'lastName', 'needsInvitation', 'toldAt'],
        () =>
          liveClaim(detached, pending)
            .select(['i.teamId', 'u.email', 'p.firstName', 'p.lastName'])
            .select((row) => [row.lit(true).as('needsInvitation'), row.lit(null).as('toldAt')])
            .whereRef('i.teamId', '<>', 'u.teamId'),
      )
        .onConflict((conflict) =>
          conflict.columns(['teamId', 'email']).doUpdateSet({ at: now(), needsInvitation: true }),
        )
        .returning(['teamId', 'email', wasInserted().as('isNew')])
        .executeTakeFirst();
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
   * prove no more than the mailbox does. Returns whether it is linked.
   */
  async linkByLogin(
    pending: PendingSignIn,
    userId: string,
    passkeyMadeAt: Date | undefined,
    request: RequestContext,
  ): Promise<boolean> {
    return retryConflicts(() =>
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
  }

  /**
   * Links the browser's pending identity to the user who is moving to the company's team. It is the account's first
   * link to the company: the login was proof enough.
   */
  async linkBySwitch(
    transaction: Transaction,
    pending: PendingSignIn,
    userId: string,
    request: RequestContext,
  ): Promise<boolean> {
    const first: Claims = (from) =>
      liveClaim(from, pending).where((row) =>
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
    return this.#link(transaction, pending, userId, first, request);
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
type Claims = (from: Pick<TypedSql, 'selectFrom'>) => ReturnType<typeof liveClaim>;

/** A browser's claim `p` with its user `u` and identity provider `i`, if none of them has changed. */
function liveClaim(from: Pick<TypedSql, 'selectFrom'>, { id, expiresAt }: PendingSignIn) {
  return from
    .selectFrom('pendingIdentities as p')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'p.userId').onRef('u.email', '=', 'p.email'))
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
