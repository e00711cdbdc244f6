import { Inject, Injectable } from '@nestjs/common';
import type { AddressUndoReply } from '@foyer/contracts/account/address-change';
import { linkProblems } from '@foyer/contracts/identity/password';
import { PrismaClient } from '@foyer/db/client';
import { ADDRESS_CHANGED_QUEUE } from '@foyer/mail/queues';
import { AccountMails } from '../../identity/account-mails.service.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { removeFactors, restoreAddress } from '../../identity/users.queries.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Passwords } from '../../identity/passwords.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { endAllSessions } from '../../identity/session.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { findUndo, undoChange } from './address.queries.ts';
import { stateOf } from './link-state.ts';

const UNDO_PROBLEMS = { ...linkProblems, held: 'UndoHeld' } as const;

const DAY_MS = 86_400_000;

/**
 * The undo removes an authenticator app that was confirmed after this time, because an intruder may have added it
 * before the change.
 */
const dayBefore = (appliedAt: Date | null) => new Date((appliedAt ?? new Date(0)).getTime() - DAY_MS);

/** Decision 80. Undoes a change of address with the link in the mail to the former address. */
@Injectable()
export class AddressUndoService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly passwords: Passwords,
    private readonly accountMails: AccountMails,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
  ) {}

  async describe(token: string): Promise<AddressUndoReply> {
    const found = await this.#find(token);
    return found ? { state: found.state, email: found.oldEmail } : { state: 'unknown' };
  }

  /**
   * Restores the former address, and mails it a link to set a new password. Ends the password, passkeys, sessions and
   * grants, because an intruder may have them. A trigger ends reset links and known browsers. Throws the problem of
   * the link's state. `UndoHeld` means that a company identity with the former address awaits a decision, because
   * another person may own the mailbox by now.
   */
  async undo(token: string, request: RequestContext): Promise<void> {
    const found = await this.#find(token);
    if (found?.state !== 'valid') throw new Problem(UNDO_PROBLEMS[found?.state ?? 'unknown']);
    const { userId, oldEmail, newEmail } = found;
    const passwordHash = await this.passwords.hash(mintToken());
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        const undone = await undoChange(transaction, hashToken(token));
        if (!undone) throw new Problem('LinkUsed');
        const restored = { from: newEmail, to: oldEmail, passwordHash };
        if (!(await restoreAddress(transaction, userId, restored))) throw new Problem('LinkReplaced');
        // The user had the new address only from the change to its undo.
        await transaction.formerAddress.updateMany({
          where: { userId, email: newEmail },
          data: { hadSince: undone.appliedAt },
        });
        await removeFactors(transaction, userId, { confirmedAfter: dayBefore(undone.appliedAt) });
        await endAllSessions(transaction, userId);
        await this.jobs.send(transaction, ADDRESS_CHANGED_QUEUE, { userId });
        await this.accountMails.request(transaction, { email: oldEmail, reason: 'reset-password' });
        await this.audit.record(
          { action: 'address.undo', outcome: 'ok', userId, email: oldEmail },
          request,
          transaction,
        );
      }),
    );
  }

  async #find(token: string) {
    const row = await findUndo(this.prisma, hashToken(token));
    if (!row) return undefined;
    const state = stateOf(row);
    return { ...row, state: state === 'valid' && row.isHeld ? ('held' as const) : state };
  }
}
