import { Injectable } from '@nestjs/common';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { domainOf } from '@foyer/contracts/email';
import { Prisma, type Transaction } from '@foyer/db/client';
import { InvitationsService } from '../../accounts/invitations.service.ts';
import { MemberChangesService } from '../../accounts/member-changes.service.ts';
import { PendingIdentitiesService } from '../../accounts/pending-identities.service.ts';
import { CheckFailed } from './check.ts';
import { followCompany } from './follow-company.ts';
import type { Person } from './stages.ts';
import type { IdentityProvider } from '../../accounts/identity-providers.service.ts';

type FoundUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  teamId: string;
  isDeactivated: boolean;
};

/** What the database knows about the person of a response. */
export type Found = {
  /** Whose identity it is, or else who has the address. */
  user: FoundUser | null;
  isKnown: boolean;
  /** Whether the identity provider calls the user by some NameID already. */
  hasIdentity: boolean;
  /** A live one to the company's team. */
  invitationId: string | null;
  /** Of the company's team; null for a team that never had a subscription. */
  subscriptionStatus: string | null;
  endsAs: SubscriptionEnd | null;
  ownerId: string | null;
};

/** Why an account stays closed to a response that is right in everything else. */
export type WithheldReason = 'Deactivated' | 'NeedsOwner' | 'OtherTeam';

/** A person who is vouched for, and the account of their address, which that alone does not open. */
export class AccountWithheld extends CheckFailed {
  constructor(
    readonly reason: WithheldReason,
    readonly user: FoundUser,
    detail: string,
  ) {
    super('account', detail);
  }
}

/** Somebody else was faster: what was decided is to be decided anew. */
export class Overtaken extends Error {}

/** What is to be done: somebody known, an account that is to be linked, or somebody new. */
type Decision =
  | { how: 'known'; user: FoundUser }
  | { how: 'linked'; user: FoundUser }
  | { how: 'created'; invitationId: string | null };

/** The last stage of a response: whose account it opens, and what of it was changed for that. */
export type Provisioned = {
  how: Decision['how'];
  userId: string;
  /** Of the account as it was found, or made. */
  email: string;
  /** What follows the company from now on. */
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
  ) {}

  /**
   * Reads what is known about the person of a response: a statement that gives one row, `Found`. Nobody else can change
   * or link the user until the transaction ends.
   */
  finding({ idp, email, nameId }: Person): Prisma.Sql {
    return Prisma.sql`
      SELECT to_json(account) AS "user", i.id IS NOT NULL AS "isKnown", v.id AS "invitationId",
             EXISTS (SELECT FROM sso_identities o
                      WHERE o.identity_provider_id = ${idp.id}::uuid AND o.user_id = account.id) AS "hasIdentity",
             s.status AS "subscriptionStatus", s.ends_as AS "endsAs", t.owner_id AS "ownerId"
        FROM teams t
        LEFT JOIN subscriptions s ON s.team_id = t.id
        LEFT JOIN team_invitations v ON v.team_id = t.id AND v.email = ${email}
             AND v.accepted_at IS NULL AND v.revoked_at IS NULL AND v.expires_at > now()
        LEFT JOIN sso_identities i
               ON i.identity_provider_id = ${idp.id}::uuid AND i.name_id = ${nameId}
        LEFT JOIN LATERAL (
          SELECT id, email, first_name AS "firstName", last_name AS "lastName", team_id AS "teamId",
                 deactivated_at IS NOT NULL AS "isDeactivated"
            FROM users WHERE id = coalesce(i.user_id, (SELECT id FROM users WHERE email = ${email})) FOR NO KEY UPDATE
        ) account ON true
       WHERE t.id = ${idp.teamId}::uuid`;
  }

  /**
   * Opens an account to a person. Throws `AccountWithheld`, or `CheckFailed` for the check "account", before it changes
   * anything; fails as the seat gate does when no seat is free, and on unique rows when somebody else was faster.
   */
  async provision(transaction: Transaction, found: Found, person: Person): Promise<Provisioned> {
    const decision = decide(found, person);
    const { how } = decision;
    if (how === 'created') {
      const userId = await this.#createMember(transaction, person, decision.invitationId);
      return { how, userId, email: person.email, changed: [] };
    }
    const { user } = decision;
    if (how === 'linked') await this.#link(transaction, person, user);
    const changed = await followCompany(transaction, person, user, how === 'known');
    return { how, userId: user.id, email: user.email, changed };
  }

  async #link(transaction: Transaction, { idp, nameId }: Person, user: FoundUser): Promise<void> {
    // Looked at once more, now that the user is ours alone: another NameID may have been linked a moment before.
    const linked = await transaction.$executeRaw`
      WITH settled AS (
        DELETE FROM pending_identities
         WHERE identity_provider_id = ${idp.id}::uuid AND name_id = ${nameId}
      )
      INSERT INTO sso_identities (identity_provider_id, name_id, user_id)
      SELECT ${idp.id}::uuid, ${nameId}, ${user.id}::uuid
       WHERE NOT EXISTS (SELECT FROM sso_identities
                          WHERE identity_provider_id = ${idp.id}::uuid AND user_id = ${user.id}::uuid)`;
    if (linked === 0) throw new Overtaken();
    const { email, firstName } = user;
    await this.pending.notifyOfLink(transaction, { email, firstName, identityProvider: idp.name });
  }

  async #createMember(
    transaction: Transaction,
    { idp, nameId, email, firstName, lastName }: Person,
    invitationId: string | null,
  ): Promise<string> {
    if (invitationId !== null) await this.invitations.acceptTeamInvitation(transaction, invitationId);
    const [member] = await transaction.$queryRaw<[{ id: string }]>`
      WITH member AS (
        INSERT INTO users (email, first_name, last_name, team_id)
        VALUES (${email}, ${firstName}, ${lastName}, ${idp.teamId}::uuid) RETURNING id
      ), registration AS (
        DELETE FROM registrations USING member WHERE address = ${email}
      ), settled AS (
        DELETE FROM pending_identities
         WHERE identity_provider_id = ${idp.id}::uuid AND name_id = ${nameId}
      )
      INSERT INTO sso_identities (identity_provider_id, name_id, user_id)
      SELECT ${idp.id}::uuid, ${nameId}, id FROM member RETURNING user_id AS id`;
    if (invitationId !== null) await this.memberChanges.note(transaction, idp.teamId, member.id, 'joined');
    return member.id;
  }
}

const fail = (detail: string) => new CheckFailed('account', detail);

function decide({ user, isKnown, hasIdentity, invitationId }: Found, { idp, email }: Person): Decision {
  if (user && isKnown) {
    if (user.teamId !== idp.teamId) throw fail(`${user.email} has left the team, and is still linked.`);
    return { how: 'known', user: requireActiveMember(user, idp) };
  }
  if (!idp.domains.includes(domainOf(email)))
    throw fail(
      `${email} is new, and ${domainOf(email)} is not one of the company’s verified domains (${idp.domains.join(', ') || 'none'}).`,
    );
  if (!user) return { how: 'created', invitationId };
  // Also of a deactivated member: who left is often deactivated, and their address another person's by now.
  if (hasIdentity && user.teamId === idp.teamId)
    throw new AccountWithheld(
      'NeedsOwner',
      user,
      `${email} has signed in with another NameID before. The owner says on the team page whether it is the same person.`,
    );
  return { how: 'linked', user: requireActiveMember(user, idp) };
}

function requireActiveMember(user: FoundUser, idp: IdentityProvider): FoundUser {
  const { email } = user;
  if (user.isDeactivated) throw new AccountWithheld('Deactivated', user, `${email} is deactivated.`);
  if (user.teamId !== idp.teamId)
    throw new AccountWithheld(
      'OtherTeam',
      user,
      `${email} has an account in another team. They log in to it and switch, by an invitation to this team.`,
    );
  return user;
}
