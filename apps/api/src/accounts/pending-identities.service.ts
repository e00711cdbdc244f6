import { Inject, Injectable } from '@nestjs/common';
import type { PendingSignInReply } from '@foyer/contracts/saml';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../audit/audit.service.ts';
import { retryConflicts } from '../database/conflicts.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext } from '../request/request-context.ts';
import { lockUsers } from './lock-users.ts';
import { OwnerNoticeService } from './owner-notice.service.ts';
import type { PendingSignIn } from './pending-cookie.ts';

/** A login or switch in the same browser may follow for so long. */
const LIFE_MINUTES = 60;

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
    const [kept] = await transaction.$queryRaw<{ id: string; expiresAt: Date }[]>`
      INSERT INTO pending_identities (identity_provider_id, name_id, user_id, email, first_name, last_name)
      SELECT ${identityProviderId}::uuid, ${nameId}, id, ${person.email}, ${person.firstName}, ${person.lastName}
        FROM users
       WHERE id = ${userId}::uuid AND email = ${person.email}
         AND NOT EXISTS (SELECT FROM sso_identities
                          WHERE identity_provider_id = ${identityProviderId}::uuid AND name_id = ${nameId})
      ON CONFLICT (identity_provider_id, name_id, user_id) DO UPDATE
         SET email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name
      RETURNING id, now() + make_interval(mins => ${LIFE_MINUTES}::int) AS "expiresAt"`;
    if (!kept) return undefined;
    return { ...kept, isAsked };
  }

  /** What a browser's pending sign-in is waiting for. */
  async describe(pending: PendingSignIn | undefined): Promise<PendingSignInReply> {
    if (!pending) return {};
    const [row] = await this.prisma.$queryRaw<(Waiting & { invitationId: string | null })[]>`
      SELECT CASE WHEN i.team_id = u.team_id THEN 'owner' ELSE 'login' END AS "decidedBy", u.email,
             t.name AS "teamName", t.owner_id IS NOT DISTINCT FROM u.id AS "isOwnersAccount",
             (SELECT v.id FROM team_invitations v
               WHERE v.team_id = t.id AND v.email = u.email AND v.accepted_at IS NULL AND v.revoked_at IS NULL
                 AND v.expires_at > now()) AS "invitationId",
             EXISTS (SELECT FROM seat_requests r
                      WHERE r.team_id = t.id AND r.email = u.email AND r.needs_invitation) AS "hasAsked"
        FROM ${liveClaim(pending)} JOIN teams t ON t.id = i.team_id`;
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
      const [asked] = await transaction.$queryRaw<{ teamId: string; email: string; isNew: boolean }[]>`
        INSERT INTO seat_requests AS r (team_id, email, first_name, last_name, needs_invitation, told_at)
        SELECT i.team_id, u.email, p.first_name, p.last_name, true, NULL
          FROM ${liveClaim(pending)} WHERE i.team_id <> u.team_id
        ON CONFLICT (team_id, email) DO UPDATE SET at = now(), needs_invitation = true
        RETURNING r.team_id AS "teamId", r.email, (r.xmax = 0) AS "isNew"`;
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
   * Links the browser's pending identity to the user who has just logged in with a password that was set before the
   * identity first came: one set since by a mailed link proves no more than the mailbox does. Returns whether it is
   * linked.
   */
  async linkByPassword(pending: PendingSignIn, email: string, request: RequestContext): Promise<boolean> {
    return retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        const user = await transaction.user.findUnique({ where: { email }, select: { id: true } });
        if (!user) return false;
        await lockUsers(transaction, user.id);
        const isProved = Prisma.sql`coalesce(u.password_set_at, u.created_at) < p.first_seen_at`;
        return this.#link(transaction, pending, user.id, isProved, request);
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
    const isFirst = Prisma.sql`NOT EXISTS (
      SELECT FROM sso_identities o WHERE o.identity_provider_id = i.id AND o.user_id = u.id)`;
    return this.#link(transaction, pending, userId, isFirst, request);
  }

  async #link(
    transaction: Transaction,
    pending: PendingSignIn,
    userId: string,
    condition: Prisma.Sql,
    request: RequestContext,
  ): Promise<boolean> {
    if (!pending.isAsked) return false;
    const [linked] = await transaction.$queryRaw<Linked[]>`
      WITH claim AS (
        SELECT i.id, i.name, p.name_id, u.id AS user_id, u.email, u.first_name FROM ${liveClaim(pending)}
         WHERE u.id = ${userId}::uuid AND u.team_id = i.team_id AND u.deactivated_at IS NULL AND ${condition}
      ), linked AS (
        INSERT INTO sso_identities (identity_provider_id, name_id, user_id)
        SELECT id, name_id, user_id FROM claim ON CONFLICT DO NOTHING RETURNING identity_provider_id, name_id
      ), decided AS (
        DELETE FROM pending_identities d USING linked l
         WHERE d.identity_provider_id = l.identity_provider_id AND d.name_id = l.name_id
      )
      SELECT c.email, c.first_name AS "firstName", c.name AS "identityProvider" FROM claim c JOIN linked ON true`;
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

type Waiting = NonNullable<PendingSignInReply['waiting']>;

/** A browser's claim `p` with its user `u` and identity provider `i`, if none of them has changed. */
function liveClaim({ id, expiresAt }: PendingSignIn): Prisma.Sql {
  return Prisma.sql`
    pending_identities p
      JOIN users u ON u.id = p.user_id AND u.email = p.email AND p.id = ${id}::uuid AND ${expiresAt}::timestamptz > now()
      JOIN identity_providers i ON i.id = p.identity_provider_id AND i.is_enabled
       AND EXISTS (SELECT FROM idp_domains d
                    WHERE d.identity_provider_id = i.id AND d.domain = split_part(p.email, '@', -1))`;
}
