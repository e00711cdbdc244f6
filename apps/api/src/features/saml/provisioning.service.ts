import { Injectable } from '@nestjs/common';
import { domainOf } from '@foyer/contracts/email';
import { Prisma, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { InvitationsService } from '../../accounts/invitations.service.ts';
import { CheckFailed, required, type Examination } from './examination.ts';
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
  /** A live one to the company's team. */
  invitationId: string | null;
  /** Of the company's team; null for a team that never had a subscription. */
  subscriptionStatus: string | null;
};

/** Whom a response stands for: somebody known, an account that is to be linked, or somebody new. */
export type Provisioning =
  | { kind: 'known'; user: FoundUser }
  | { kind: 'linked'; user: FoundUser }
  | { kind: 'created'; invitationId: string | null };

/**
 * Who a person of an identity provider is here (DESIGN 6): the user of (identity provider, NameID), or else, for an
 * address of a domain that is proved to be the company's, its member of that address or a new member.
 */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Reads what is known about the person of a response: a statement that gives one row, `Found`. Nobody else can change
   * the user until the transaction ends.
   */
  finding(examination: Examination): Prisma.Sql {
    const { idp } = examination;
    const { email } = required(examination.person);
    return Prisma.sql`
      SELECT to_json(account) AS "user", i.id IS NOT NULL AS "isKnown", v.id AS "invitationId",
             s.status AS "subscriptionStatus"
        FROM teams t
        LEFT JOIN subscriptions s ON s.team_id = t.id
        LEFT JOIN team_invitations v ON v.team_id = t.id AND v.email = ${email}
             AND v.accepted_at IS NULL AND v.revoked_at IS NULL AND v.expires_at > now()
        LEFT JOIN sso_identities i
               ON i.identity_provider_id = ${idp.id}::uuid AND i.name_id = ${required(examination.nameId)}
        LEFT JOIN LATERAL (
          SELECT id, email, first_name AS "firstName", last_name AS "lastName", team_id AS "teamId", deactivated_at IS NOT NULL AS "isDeactivated"
            FROM users WHERE id = coalesce(i.user_id, (SELECT id FROM users WHERE email = ${email})) FOR SHARE
        ) account ON true
       WHERE t.id = ${idp.teamId}::uuid`;
  }

  /** Decides without changing anything. Throws `CheckFailed` for the check "account". */
  decide({ user, isKnown, invitationId }: Found, examination: Examination): Provisioning {
    const { idp } = examination;
    if (user && isKnown) return { kind: 'known', user: requireMember(user, idp) };
    const { email } = required(examination.person);
    if (!idp.domains.includes(domainOf(email)))
      throw fail(
        `${email} is new, and ${domainOf(email)} is not one of the company’s verified domains (${idp.domains.join(', ') || 'none'}).`,
      );
    if (user) return { kind: 'linked', user: requireMember(user, idp) };
    return { kind: 'created', invitationId };
  }

  /**
   * Carries a decision out and gives the user's id. Fails as the seat gate does when no seat is free, and on unique
   * rows when somebody else was faster.
   */
  async carryOut(
    transaction: Transaction,
    examination: Examination,
    provisioning: Provisioning,
  ): Promise<string> {
    switch (provisioning.kind) {
      case 'known':
        return provisioning.user.id;
      case 'linked':
        return this.#link(transaction, examination, provisioning.user);
      case 'created':
        return this.#createMember(transaction, examination, provisioning.invitationId);
    }
  }

  async #link(transaction: Transaction, { idp, nameId }: Examination, user: FoundUser): Promise<string> {
    await transaction.ssoIdentity.create({
      data: { identityProviderId: idp.id, nameId: required(nameId), userId: user.id },
      select: { id: true },
    });
    await this.mails.enqueueMail(transaction, {
      kind: 'new-sso-link',
      to: user.email,
      content: { firstName: user.firstName, identityProvider: idp.name },
    });
    return user.id;
  }

  async #createMember(
    transaction: Transaction,
    { idp, nameId, person }: Examination,
    invitationId: string | null,
  ): Promise<string> {
    const { email, firstName, lastName } = required(person);
    if (invitationId !== null) await this.invitations.acceptTeamInvitation(transaction, invitationId);
    const [member] = await transaction.$queryRaw<[{ id: string }]>`
      WITH member AS (
        INSERT INTO users (email, first_name, last_name, team_id)
        VALUES (${email}, ${firstName}, ${lastName}, ${idp.teamId}::uuid) RETURNING id
      ), registration AS (
        DELETE FROM registrations USING member WHERE address = ${email}
      )
      INSERT INTO sso_identities (identity_provider_id, name_id, user_id)
      SELECT ${idp.id}::uuid, ${required(nameId)}, id FROM member RETURNING user_id AS id`;
    return member.id;
  }
}

const fail = (detail: string) => new CheckFailed('account', detail);

function requireMember(user: FoundUser, idp: IdentityProvider): FoundUser {
  if (user.teamId !== idp.teamId) throw fail(`${user.email} belongs to another team.`);
  if (user.isDeactivated) throw fail(`${user.email} is deactivated.`);
  return user;
}
