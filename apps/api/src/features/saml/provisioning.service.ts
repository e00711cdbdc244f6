import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { InvitationsService } from '../../accounts/invitations.service.ts';
import { CheckFailed, required, type Examination } from './examination.ts';
import { domainOf, type IdentityProvider } from '../../accounts/identity-providers.service.ts';

type FoundUser = {
  id: string;
  email: string;
  firstName: string;
  teamId: string;
  deactivatedAt: Date | null;
};

/** Whom a response stands for: somebody known, an account that is to be linked, or somebody new. */
export type Provisioning =
  | { kind: 'known'; user: FoundUser }
  | { kind: 'linked'; user: FoundUser }
  | { kind: 'created'; invitationId: string | undefined };

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

  /** Decides without changing anything. Throws `CheckFailed` for the check "account". */
  async decide(transaction: Transaction, examination: Examination): Promise<Provisioning> {
    const { idp } = examination;
    const [known] = await transaction.$queryRaw<FoundUser[]>`
      SELECT u.id, u.email, u.first_name AS "firstName", u.team_id AS "teamId", u.deactivated_at AS "deactivatedAt"
        FROM sso_identities i JOIN users u ON u.id = i.user_id
       WHERE i.identity_provider_id = ${idp.id}::uuid AND i.name_id = ${required(examination.nameId)}
         FOR SHARE OF u`;
    if (known) return { kind: 'known', user: requireMember(known, idp) };
    const { email } = required(examination.person);
    if (!idp.domains.includes(domainOf(email)))
      throw fail(
        `${email} is new, and ${domainOf(email)} is not one of the company’s verified domains (${idp.domains.join(', ') || 'none'}).`,
      );
    const [existing] = await transaction.$queryRaw<FoundUser[]>`
      SELECT id, email, first_name AS "firstName", team_id AS "teamId", deactivated_at AS "deactivatedAt"
        FROM users WHERE email = ${email} FOR SHARE`;
    if (existing) return { kind: 'linked', user: requireMember(existing, idp) };
    const [invitation] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM team_invitations
       WHERE team_id = ${idp.teamId}::uuid AND email = ${email}
         AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
    return { kind: 'created', invitationId: invitation?.id };
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
    const { idp } = examination;
    if (provisioning.kind === 'known') return provisioning.user.id;
    const userId =
      provisioning.kind === 'linked'
        ? provisioning.user.id
        : await this.#createMember(transaction, examination, provisioning.invitationId);
    await transaction.ssoIdentity.create({
      data: { identityProviderId: idp.id, nameId: required(examination.nameId), userId },
      select: { id: true },
    });
    if (provisioning.kind === 'linked') {
      const { email: to, firstName } = provisioning.user;
      await this.mails.enqueueMail(transaction, {
        kind: 'new-sso-link',
        to,
        content: { firstName, identityProvider: idp.name },
      });
    }
    return userId;
  }

  async #createMember(
    transaction: Transaction,
    examination: Examination,
    invitationId: string | undefined,
  ): Promise<string> {
    const { teamId } = examination.idp;
    const { email, firstName, lastName } = required(examination.person);
    if (invitationId !== undefined) await this.invitations.acceptTeamInvitation(transaction, invitationId);
    const { id } = await transaction.user.create({
      data: { email, firstName, lastName, teamId },
      select: { id: true },
    });
    await transaction.registration.deleteMany({ where: { email } });
    return id;
  }
}

const fail = (detail: string) => new CheckFailed('account', detail);

function requireMember(user: FoundUser, idp: IdentityProvider): FoundUser {
  if (user.teamId !== idp.teamId) throw fail(`${user.email} belongs to another team.`);
  if (user.deactivatedAt) throw fail(`${user.email} is deactivated.`);
  return user;
}
