import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { DecideIdentityBody, PendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { requireStepUp } from '../../identity/step-up.ts';
import { endAccessByCompany } from './leaving.queries.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { retire } from '../../identity/users.queries.ts';
import { listClaims, releaseAddress, takeClaim, type DecidedClaim } from './decisions.queries.ts';
import { PendingIdentitiesService } from './pending-identities.service.ts';
import { requireOwner } from '../../identity/access.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { endAllSessions, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

/**
 * What the owner says of people who came with a member's address under another NameID (docs/product.md 10, "Single
 * sign-on").
 */
@Injectable()
export class IdentityDecisionsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly pending: PendingIdentitiesService,
    private readonly audit: AuditService,
  ) {}

  /** Who waits for the owner's decision, the longest waiting first. */
  async list({ isOwner, teamId, userId }: Session): Promise<PendingIdentitiesReply['pendingIdentities']> {
    if (!isOwner) return [];
    const rows = await listClaims(this.prisma, teamId);
    return rows.map(({ id, email, nameId, hasMoved, isMember, ...row }) => ({
      ...{ id, email, nameId, hasMoved },
      name: fullName(row),
      // Who is in another team is not the owner's to know.
      memberName: isMember ? fullName({ firstName: row.memberFirstName, lastName: row.memberLastName }) : '',
      at: row.firstSeenAt.toISOString(),
      isYou: row.memberId === userId,
    }));
  }

  /**
   * `same` links the NameID to the member. `new` retires the member's account: it keeps its data and its id, is
   * deactivated, and its address is free for the account that the next sign-in makes. An address that the member has left is
   * free without that: its change can no longer be taken back. Of any number of decisions at once one counts. Throws
   * `NotOwner`, `ProofNeeded`, `NotFound`, and `LastOwner` for the owner's own account.
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
        const decided = await takeClaim(transaction, id, team.id);
        if (!decided) throw new Problem('NotFound');
        if (who === 'same') {
          if (decided.isMember) await this.#link(transaction, memberId, decided);
        } else if (decided.hasMoved) {
          await this.#releaseAddress(transaction, memberId, decided.email);
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

  async #link(transaction: Transaction, userId: string, decided: DecidedClaim): Promise<void> {
    const { identityProviderId, nameId } = decided;
    await transaction.pendingIdentity.deleteMany({ where: { identityProviderId, nameId } });
    const { count } = await transaction.ssoIdentity.createMany({
      data: { identityProviderId, nameId, userId },
      skipDuplicates: true,
    });
    // The NameID may belong to another account by now.
    if (count === 0) throw new Problem('NotFound');
    await this.pending.notifyOfLink(transaction, { ...decided, email: decided.currentEmail });
  }

  /** Ends the time in which the address can be taken back, with all that waits for it. */
  async #releaseAddress(transaction: Transaction, userId: string, email: string): Promise<void> {
    await releaseAddress(transaction, userId, email);
    await transaction.pendingIdentity.deleteMany({ where: { userId, email } });
  }

  async #retire(transaction: Transaction, userId: string, teamId: string): Promise<void> {
    // The security log says which address it was.
    await retire(transaction, userId);
    await transaction.pendingIdentity.deleteMany({ where: { userId, identityProvider: { teamId } } });
    await endAccessByCompany(transaction, userId, teamId);
    await endAllSessions(transaction, userId);
  }
}
