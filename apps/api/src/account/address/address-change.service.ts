import { Inject, Injectable } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import {
  ADDRESS_LINK_HOURS,
  ADDRESS_UNDO_DAYS,
  ADDRESS_UNDO_HOURS_AFTER_STRONG_PROOF,
  type AddressLinkReply,
  type ChangeAddressBody,
} from '@foyer/contracts/account/address-change';
import { answerProblems } from '@foyer/contracts/field-problems';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ago, ahead, flag, now, typedSql } from '@foyer/db/typed-sql';
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
import { canBeUndone } from '../../database/former-addresses.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { secondsUntilLink } from './link-pace.ts';
import { LINK_PROBLEMS, stateOf } from './link-state.ts';

/**
 * A person's change of address (decision 80). It takes a fresh proof of who they are, and the link that is mailed to the new address, used
 * by the same person; until then nothing changes.
 */
@Injectable()
export class AddressChangeService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * Notes the wish and has the link mailed. Whether the address is somebody else's is found out by the job, after the
   * answer (invariant 7 of docs/security.md). Throws `ProofNeeded`, `AddressKept`, `AddressHeld`,
   * `AddressLocked`, `ValidationFailed`.
   */
  async ask(session: Session, { email }: ChangeAddressBody, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    await requireStepUp(this.prisma, session, 'account');
    if (email === user.email)
      throw new Problem('ValidationFailed', { fields: { email: answerProblems.emailSame } });
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      await refuseUnlessFree(transaction, userId);
      // While no other link may be mailed, the one that was stays good.
      const isTooSoon = (await secondsUntilLink(transaction, email, userId)) > 0;
      if (!isTooSoon || !(await waitsFor(transaction, userId, email)))
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
    await typedSql(transaction)
      .updateTable('addressChanges')
      .set({ replacedAt: now() })
      .where('userId', '=', userId)
      .where('appliedAt', 'is', null)
      .where('replacedAt', 'is', null)
      .execute();
    const undoHours = (await isProvedStrongly(transaction, sessionId))
      ? ADDRESS_UNDO_HOURS_AFTER_STRONG_PROOF
      : ADDRESS_UNDO_DAYS * 24;
    const expiresAt = ahead({ hours: ADDRESS_LINK_HOURS });
    const { id } = await typedSql(transaction)
      .insertInto('addressChanges')
      .values({ userId, oldEmail: user.email, newEmail, undoHours, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await this.jobs.send(transaction, ADDRESS_LINK_QUEUE, { changeId: id });
  }

  /** The link as the person who asked for it sees it; anybody else's is unknown. */
  async describe({ userId }: Session, token: string): Promise<AddressLinkReply> {
    const found = await this.#find(userId, token);
    return found ? { state: found.state, email: found.newEmail } : { state: 'unknown' };
  }

  /**
   * Changes the address of the person who asked, with the link, and tells the former one how to take it back. Ends the
   * person's other sessions; links and known browsers of the former address end by a trigger. Of concurrent calls one does it. Throws
   * the link's state, `AddressKept`, `AddressHeld`, `AddressLocked`, `AddressTaken`.
   */
  async confirm(session: Session, token: string, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    const found = await this.#find(userId, token);
    if (found?.state !== 'valid') throw new Problem(LINK_PROBLEMS[found?.state ?? 'unknown']);
    const undoToken = mintToken();
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        await lockUsers(transaction, userId);
        await refuseUnlessFree(transaction, userId);
        const applied = await typedSql(transaction)
          .updateTable('addressChanges')
          .set({
            appliedAt: now(),
            undoUntil: ahead({ hours: found.undoHours }),
            undoHash: hashToken(undoToken),
          })
          // A claim from before the change holds it from the start; later ones do so by a trigger.
          .set((row) => ({
            heldAt: row
              .case()
              .when(
                row.exists(
                  row
                    .selectFrom('pendingIdentities as p')
                    .select('p.id')
                    .where('p.userId', '=', userId)
                    .whereRef('p.email', '=', 'addressChanges.oldEmail'),
                ),
              )
              .then(now())
              .end(),
          }))
          .where('tokenHash', '=', hashToken(token))
          .where('userId', '=', userId)
          .where('appliedAt', 'is', null)
          .where('replacedAt', 'is', null)
          .where('expiresAt', '>', now())
          .returning(['oldEmail', 'newEmail', 'undoUntil'])
          .executeTakeFirst();
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

  /** Throws `LinkReplaced` if the address has changed otherwise, `AddressTaken` if somebody else has the new one. */
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

  async #find(userId: string, token: string) {
    const row = await typedSql(this.prisma)
      .selectFrom('addressChanges as c')
      .innerJoin('users as u', 'u.id', 'c.userId')
      .select(['c.newEmail', 'c.undoHours', 'c.appliedAt as usedAt', 'c.replacedAt'])
      .select((column) => [
        flag(column('c.expiresAt', '<=', now())).as('isExpired'),
        flag(column('c.oldEmail', '=', column.ref('u.email'))).as('isCurrent'),
      ])
      .where('c.tokenHash', '=', hashToken(token))
      .where('c.userId', '=', userId)
      .executeTakeFirst();
    return row && { newEmail: row.newEmail, undoHours: row.undoHours, state: stateOf(row) };
  }
}

/** Whether a person's change to an address waits for its link. */
async function waitsFor(transaction: Transaction, userId: string, newEmail: string): Promise<boolean> {
  const waiting = await typedSql(transaction)
    .selectFrom('addressChanges')
    .select('id')
    .where('userId', '=', userId)
    .where('newEmail', '=', newEmail)
    .where('appliedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Throws `AddressKept` where a company keeps the person's address, `AddressHeld` for a while after they have left it, and
 * `AddressLocked` while a change can be taken back: two in a row would leave the former address behind.
 */
async function refuseUnlessFree(transaction: Transaction, userId: string): Promise<void> {
  if ((await findManagingCompany(transaction, userId)) !== undefined) throw new Problem('AddressKept');
  const held = await typedSql(transaction)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('addressHeldUntil', '>', now())
    .executeTakeFirst();
  if (held) throw new Problem('AddressHeld');
  const open = await typedSql(transaction)
    .selectFrom('addressChanges')
    .select('id')
    .where('userId', '=', userId)
    .where(canBeUndone)
    .executeTakeFirst();
  if (open) throw new Problem('AddressLocked');
}

/**
 * Whether the session was proved by a passkey or a second factor that is older than a change can be taken back: whoever is at a
 * session that they found open can add one first.
 */
async function isProvedStrongly(transaction: Transaction, sessionId: string): Promise<boolean> {
  const strong = await typedSql(transaction)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('strongSince', '<', ago({ days: ADDRESS_UNDO_DAYS }))
    .executeTakeFirst();
  return strong !== undefined;
}
