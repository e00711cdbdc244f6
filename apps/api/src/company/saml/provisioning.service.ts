import type { LanguageTag } from '@foyer/catalog/languages';
import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { Injectable } from '@nestjs/common';
import { domainOf } from '@foyer/contracts/email';
import type { Transaction } from '@foyer/db/client';
import {
  cast,
  detached,
  expression,
  flag,
  insertSelected,
  jsonBuildObject,
  now,
  typedSql,
  type RowOf,
} from '@foyer/db/typed-sql';
import { ADDRESS_CHANGED_QUEUE } from '@foyer/mail/queues';
import { deleteRegistrations } from '../../registration/registrations.queries.ts';
import { linkedBy, linkStandingOf, wasLinked } from '../../registration/first-link.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { canTakeBack } from '../../identity/addresses.queries.ts';
import { insertUser } from '../../identity/users.queries.ts';
import { MemberChangesService } from '../../teams/member-changes.service.ts';
import { PendingIdentitiesService } from '../decisions/pending-identities.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { CheckFailed } from './check.ts';
import { followCompany } from './follow-company.ts';
import type { Person } from './stages.ts';
import type { IdentityProvider } from '../identity-providers.service.ts';

/** What the database knows of the person. */
export type Found = RowOf<ReturnType<typeof finding>>;
type FoundUser = NonNullable<Found['user']>;

/** Why an account is withheld although the response passed every check. */
export type WithheldReason = 'AddressReserved' | 'Deactivated' | 'NeedsOwner' | 'OtherTeam' | 'OwnLogin';

/** The company vouches for the person, but that alone does not open the account of their address. */
export class AccountWithheld extends CheckFailed {
  constructor(
    readonly reason: WithheldReason,
    readonly user: Pick<FoundUser, 'id' | 'email'>,
    said: Sentence,
  ) {
    super('account', [said]);
  }
}

/** A concurrent change invalidates the decision: decide again. */
export class Overtaken extends Error {}

/** The decision: a known identity, an account to link, or a new account. */
type Decision =
  | { how: 'known'; user: FoundUser }
  | { how: 'linked'; user: FoundUser }
  | { how: 'created'; invitationId: string | null };

/** The stage after `Person`: the account, and what was changed to open it. */
export type Provisioned = {
  how: Decision['how'];
  userId: string;
  /** The account's. */
  email: string;
  /** The fields that now have the company's values. */
  changed: string[];
};

/**
 * Who a person of an identity provider is here (docs/product.md 10): the user of (identity provider, NameID), or else,
 * for an address of a domain that is proved to be the company's, its member of that address or a new member.
 */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly pending: PendingIdentitiesService,
    private readonly memberChanges: MemberChangesService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Opens an account to a person. Throws `AccountWithheld`, or `CheckFailed` for the check "account", before it changes
   * anything. Fails with the seat gate's error when no seat is free, and with a unique conflict against a concurrent call.
   */
  async provision(
    transaction: Transaction,
    found: Found,
    person: Person,
    language: LanguageTag | null = null,
  ): Promise<Provisioned> {
    const decision = decide(found, person);
    const { how } = decision;
    if (how === 'created') {
      const userId = await this.#createMember(transaction, person, decision.invitationId, language);
      return { how, userId, email: person.email, changed: [] };
    }
    const { user } = decision;
    if (how === 'linked') await this.#link(transaction, person, user);
    const changed = await followCompany(transaction, person, user, how === 'known');
    if (changed.includes('email'))
      await this.jobs.send(transaction, ADDRESS_CHANGED_QUEUE, { userId: user.id });
    return { how, userId: user.id, email: user.email, changed };
  }

  async #link(transaction: Transaction, { idp, nameId }: Person, user: FoundUser): Promise<void> {
    // Checked again under the lock: another NameID may have been linked just before.
    const linked = await insertSelected(
      typedSql(transaction)
        .with('decided', (from) =>
          from
            .deleteFrom('pendingIdentities')
            .where('identityProviderId', '=', idp.id)
            .where('nameId', '=', nameId),
        )
        .insertInto('ssoIdentities'),
      ['identityProviderId', 'nameId', 'userId'],
      () =>
        detached
          .selectNoFrom((row) => [
            row.val(idp.id).as('identityProviderId'),
            row.val(nameId).as('nameId'),
            row.val(user.id).as('userId'),
          ])
          .where((row) => row.not(wasLinked(idOf(user.id), idOf(idp.id)))),
    ).executeTakeFirst();
    if (linked.numInsertedOrUpdatedRows === 0n) throw new Overtaken();
    const { email, firstName } = user;
    await this.pending.notifyOfLink(transaction, { email, firstName, identityProvider: idp.name });
  }

  async #createMember(
    transaction: Transaction,
    { idp, nameId, email, firstName, lastName }: Person,
    invitationId: string | null,
    language: LanguageTag | null,
  ): Promise<string> {
    if (invitationId !== null) await this.invitations.acceptTeamInvitation(transaction, invitationId);
    const { userId } = await insertSelected(
      typedSql(transaction)
        .with('member', () => insertUser({ email, firstName, lastName, language, teamId: idp.teamId }))
        .with('registration', (from) => deleteRegistrations(from, email))
        .with('decided', (from) =>
          from
            .deleteFrom('pendingIdentities')
            .where('identityProviderId', '=', idp.id)
            .where('nameId', '=', nameId),
        )
        .insertInto('ssoIdentities'),
      ['identityProviderId', 'nameId', 'userId'],
      (from) =>
        from
          .selectFrom('member')
          .select((row) => [
            row.val(idp.id).as('identityProviderId'),
            row.val(nameId).as('nameId'),
            'id as userId',
          ]),
    )
      .returning('userId')
      .executeTakeFirstOrThrow();
    if (invitationId !== null) await this.memberChanges.note(transaction, idp.teamId, userId, 'joined');
    return userId;
  }
}

/**
 * What is known of the person, in one row. Locks the user against changes and links until the transaction ends.
 */
export function finding({ idp, email, nameId }: Person) {
  return (
    detached
      .selectFrom('teams as t')
      .leftJoin('subscriptions as s', 's.teamId', 't.id')
      .leftJoin('teamInvitations as v', (join) =>
        join
          .onRef('v.teamId', '=', 't.id')
          .on('v.email', '=', email)
          .on('v.acceptedAt', 'is', null)
          .on('v.revokedAt', 'is', null)
          .on('v.expiresAt', '>', now()),
      )
      .leftJoin('ssoIdentities as i', (join) =>
        join.on('i.identityProviderId', '=', idp.id).on('i.nameId', '=', nameId),
      )
      // The user of the identity, or else of the address.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('users as u')
            .select('u.id')
            .select((row) =>
              jsonBuildObject({
                id: row.ref('u.id'),
                email: row.ref('u.email'),
                firstName: row.ref('u.firstName'),
                lastName: row.ref('u.lastName'),
                teamId: row.ref('u.teamId'),
                isDeactivated: flag(row('u.deactivatedAt', 'is not', null)),
                isLeaving: flag(row('u.leavingAt', 'is not', null)),
                teamSince: row.ref('u.teamSince'),
                createdAt: row.ref('u.createdAt'),
              }).as('user'),
            )
            .where('u.id', '=', (row) =>
              row.fn.coalesce(
                'i.userId',
                row.selectFrom('users as o').select('o.id').where('o.email', '=', email),
              ),
            )
            .forNoKeyUpdate()
            .as('account'),
        (join) => join.onTrue(),
      )
      .select((row) => [
        'account.user',
        flag(row('i.id', 'is not', null)).as('isKnown'),
        linkStandingOf(row.ref('account.id'), idOf(idp.id)).as('standing'),
        // Who can still take the address back, for whom it is kept (decision 80).
        row
          .selectFrom('users as f')
          .select((former) =>
            jsonBuildObject({ id: former.ref('f.id'), email: former.ref('f.email') }).as('former'),
          )
          .where((former) => canTakeBack(former.ref('f.id'), row.val(email)))
          .limit(1)
          .as('formerUser'),
        // A live one to the company's team.
        'v.id as invitationId',
        // Of the company's team.
        ...(['s.status as subscriptionStatus', 's.endsAs', 't.ownerId'] as const),
        ...(['t.secondFactorDueAt as teamFactorDueAt', now().as('readAt')] as const),
      ])
      .where('t.id', '=', idp.teamId)
  );
}

const idOf = (id: string) => cast(expression.val(id), 'uuid');

const fail = (said: Sentence) => new CheckFailed('account', [said]);

function decide(
  { user, isKnown, formerUser, standing, invitationId }: Found,
  { idp, email }: Person,
): Decision {
  if (user && isKnown) {
    if (user.teamId !== idp.teamId)
      throw fail(sentence('{email} has left the team, and is still linked.', { email: user.email }));
    return { how: 'known', user: requireActiveMember(user, idp) };
  }
  if (!idp.domains.includes(domainOf(email)))
    throw fail(
      sentence('{email} is new, and {domain} is not one of the company’s verified domains ({domains}).', {
        email,
        domain: domainOf(email),
        domains: idp.domains.length > 0 ? { list: idp.domains } : sentence('none ## no domains'),
      }),
    );
  if (!user && formerUser)
    throw new AccountWithheld(
      'AddressReserved',
      formerUser,
      sentence(
        '{email} was the address of an account until lately, whose person can still take it back. The owner says on the team page whether it is the same person.',
        { email },
      ),
    );
  if (!user || !standing) return { how: 'created', invitationId };
  const by = linkedBy(standing);
  // Deactivated members count: they have often left, and somebody else may have their address by now.
  if (by === 'owner' && user.teamId === idp.teamId)
    throw new AccountWithheld(
      'NeedsOwner',
      user,
      sentence(
        'This NameID alone does not open the account of {email}. The owner says on the team page whether it is the same person.',
        { email },
      ),
    );
  requireActiveMember(user, idp);
  if (by === 'own-login')
    throw new AccountWithheld(
      'OwnLogin',
      user,
      sentence(
        '{email} owns the team, or has a passkey or an authenticator app. They log in once as before, in the same browser.',
        { email },
      ),
    );
  return { how: 'linked', user };
}

function requireActiveMember(user: FoundUser, idp: IdentityProvider): FoundUser {
  const { email } = user;
  if (user.isDeactivated)
    throw new AccountWithheld('Deactivated', user, sentence('{email} is deactivated.', { email }));
  if (user.teamId !== idp.teamId)
    throw new AccountWithheld(
      'OtherTeam',
      user,
      sentence(
        '{email} has an account in another team. They log in to it and switch, by an invitation to this team.',
        { email },
      ),
    );
  return user;
}
