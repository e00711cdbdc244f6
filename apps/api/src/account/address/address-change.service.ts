import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import {
  ADDRESS_UNDO_DAYS,
  ADDRESS_UNDO_HOURS_AFTER_STRONG_PROOF,
  type AddressLinkReply,
  type ChangeAddressBody,
} from '@foyer/contracts/account/address-change';
import { linkProblems } from '@foyer/contracts/identity/password';
import { fieldProblems } from '@foyer/contracts/field-problems';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { ADDRESS_CHANGED_QUEUE, ADDRESS_LINK_QUEUE } from '@foyer/mail/queues';
import { requireStepUp } from '../../identity/step-up.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { changeAddress, endOtherSessions } from '../../identity/users.queries.ts';
import { findManagingCompany } from '../../company/identity-providers.queries.ts';
import { endRegistrations } from '../../registration/registrations.queries.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { isUniqueConflict, retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import {
  applyChange,
  findChange,
  hasUndoableChange,
  insertChange,
  isAddressHeld,
  isChangeOpen,
  hasEstablishedFactor,
  lockUnmailedChange,
  replaceChanges,
} from './address.queries.ts';
import { claimLink, secondsUntilLink } from './link-pace.ts';
import { stateOf } from './link-state.ts';

type AddressLinkJob = { changeId: string };

/**
 * Decision 80. A change requires a step-up. It takes effect when the same user follows the link mailed to the new
 * address and confirms.
 */
@Injectable()
export class AddressChangeService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<AddressLinkJob>(ADDRESS_LINK_QUEUE, (job) => this.#mailLink(job.data.changeId));
  }

  /**
   * Only the job checks whether another account has the address, so the response does not reveal it (invariant 7 of
   * docs/security.md). Throws the problems of `requireChangeableAddress` and `requireStepUp`, and `ValidationFailed` for the
   * present address.
   */
  async request(session: Session, { email }: ChangeAddressBody, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    await requireStepUp(this.prisma, session, 'account');
    if (email === user.email)
      throw new Problem('ValidationFailed', { fields: { email: fieldProblems.emailSame } });
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      await requireChangeableAddress(transaction, userId);
      // While the limits allow no further mail, a repeated request keeps the open change and its link.
      const isTooSoon = (await secondsUntilLink(transaction, email, userId)) > 0;
      if (!isTooSoon || !(await isChangeOpen(transaction, userId, email)))
        await this.#begin(transaction, session, email);
      await this.audit.record(
        { action: 'address.ask', outcome: 'ok', userId, email: user.email },
        request,
        transaction,
      );
    });
  }

  async #begin(
    transaction: Transaction,
    { id: sessionId, userId, user }: Session,
    newEmail: string,
  ): Promise<void> {
    await replaceChanges(transaction, userId);
    const undoHours = (await hasEstablishedFactor(transaction, sessionId))
      ? ADDRESS_UNDO_HOURS_AFTER_STRONG_PROOF
      : ADDRESS_UNDO_DAYS * 24;
    const change = { userId, oldEmail: user.email, newEmail, undoHours };
    const { id } = await insertChange(transaction, change);
    await this.jobs.send(transaction, ADDRESS_LINK_QUEUE, { changeId: id } satisfies AddressLinkJob);
  }

  async describe({ userId }: Session, token: string): Promise<AddressLinkReply> {
    const found = await this.#find(userId, token);
    return found ? { state: found.state, email: found.newEmail } : { state: 'unknown' };
  }

  /**
   * Applies the change and mails an undo link to the former address. Of several concurrent calls, only one succeeds.
   * Throws `AddressTaken`, and the problems of the link's state and of `requireChangeableAddress`. A trigger ends the user's
   * open links and known browsers.
   */
  async confirm(session: Session, token: string, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    const found = await this.#find(userId, token);
    if (found?.state !== 'valid') throw new Problem(linkProblems[found?.state ?? 'unknown']);
    const undoToken = mintToken();
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        await requireChangeableAddress(transaction, userId);
        const applied = await applyChange(transaction, userId, {
          tokenHash: hashToken(token),
          undoHash: hashToken(undoToken),
          undoHours: found.undoHours,
        });
        if (!applied) throw new Problem('LinkUsed');
        const { oldEmail, newEmail, undoUntil } = applied;
        const { firstName, language, timeZone } = await this.#move(transaction, userId, oldEmail, newEmail);
        await endRegistrations(transaction, newEmail);
        await endOtherSessions(transaction, session);
        await this.jobs.send(transaction, ADDRESS_CHANGED_QUEUE, { userId });
        await this.mails.enqueueMail(transaction, {
          kind: 'address-changed',
          to: oldEmail,
          language: languageNamed(language),
          timeZone: timeZone ?? undefined,
          content: { firstName, newEmail, undoToken, undoUntil: undoUntil?.toISOString() ?? '' },
        });
        await this.audit.record(
          { action: 'address.change', outcome: 'ok', userId, email: user.email },
          request,
          transaction,
        );
      }),
    );
  }

  async #move(
    transaction: Transaction,
    id: string,
    oldEmail: string,
    newEmail: string,
  ): Promise<{ firstName: string; language: string | null; timeZone: string | null }> {
    try {
      const moved = await changeAddress(transaction, id, oldEmail, newEmail);
      if (!moved) throw new Problem('LinkReplaced');
      return moved;
    } catch (error) {
      throw isUniqueConflict(error, 'users_email_key') ? new Problem('AddressTaken') : error;
    }
  }

  /** Mails the link, unless another account has the address. If the limits allow no mail yet, tries again later. */
  async #mailLink(changeId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const change = await lockUnmailedChange(transaction, changeId);
      if (!change) return;
      const seconds = await claimLink(transaction, change);
      if (seconds > 0)
        return this.jobs.send(
          transaction,
          ADDRESS_LINK_QUEUE,
          { changeId } satisfies AddressLinkJob,
          seconds,
        );
      if (change.isTaken) return;
      const token = mintToken();
      await transaction.addressChange.update({
        where: { id: changeId },
        data: { tokenHash: hashToken(token) },
        select: { id: true },
      });
      await this.mails.enqueueMail(transaction, {
        kind: 'confirm-address',
        to: change.newEmail,
        language: languageNamed(change.language),
        until: change.expiresAt,
        content: { firstName: change.firstName, token },
      });
    });
  }

  async #find(userId: string, token: string) {
    const row = await findChange(this.prisma, userId, hashToken(token));
    return row && { newEmail: row.newEmail, undoHours: row.undoHours, state: stateOf(row) };
  }
}

/**
 * Throws `AddressKept` if a company manages the user's address, `AddressHeld` if the user left a company recently, and
 * `AddressLocked` while the last change can be undone, because a second change would prevent the undo.
 */
async function requireChangeableAddress(transaction: Transaction, userId: string): Promise<void> {
  if ((await findManagingCompany(transaction, userId)) !== undefined) throw new Problem('AddressKept');
  if (await isAddressHeld(transaction, userId)) throw new Problem('AddressHeld');
  if (await hasUndoableChange(transaction, userId)) throw new Problem('AddressLocked');
}
