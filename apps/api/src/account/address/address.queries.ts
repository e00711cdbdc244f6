import { ADDRESS_LINK_HOURS, ADDRESS_UNDO_DAYS } from '@foyer/contracts/account/address-change';
import type { Transaction } from '@foyer/db/client';
import { ago, ahead, flag, now, typedSql } from '@foyer/db/typed-sql';
import { canBeUndone } from '../../database/former-addresses.queries.ts';
import { isTaken } from '../../identity/addresses.queries.ts';

type Hash = Uint8Array<ArrayBuffer>;

/** Returns whether a user's address cannot be changed yet, because they have left a company recently. */
export async function isAddressHeld(db: Transaction, userId: string): Promise<boolean> {
  const held = await typedSql(db)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('addressHeldUntil', '>', now())
    .executeTakeFirst();
  return held !== undefined;
}

/** Returns whether a change of a user's address can be undone. */
export async function hasUndoableChange(db: Transaction, userId: string): Promise<boolean> {
  const open = await typedSql(db)
    .selectFrom('addressChanges')
    .select('id')
    .where('userId', '=', userId)
    .where(canBeUndone)
    .executeTakeFirst();
  return open !== undefined;
}

/** Returns whether a user's change to an address waits for its link. */
export async function isChangeOpen(db: Transaction, userId: string, newEmail: string): Promise<boolean> {
  const open = await typedSql(db)
    .selectFrom('addressChanges')
    .select('id')
    .where('userId', '=', userId)
    .where('newEmail', '=', newEmail)
    .where('appliedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  return open !== undefined;
}

/** Ends a user's changes that wait for their link. */
export async function replaceChanges(db: Transaction, userId: string): Promise<void> {
  await typedSql(db)
    .updateTable('addressChanges')
    .set({ replacedAt: now() })
    .where('userId', '=', userId)
    .where('appliedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .execute();
}

export async function insertChange(
  db: Transaction,
  change: { userId: string; oldEmail: string; newEmail: string; undoHours: number },
): Promise<{ id: string }> {
  return typedSql(db)
    .insertInto('addressChanges')
    .values({ ...change, expiresAt: ahead({ hours: ADDRESS_LINK_HOURS }) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Returns whether the session was verified with a passkey or second factor that is older than the undo period of a change. A
 * newer factor proves less, because an intruder in an open session can add one.
 */
export async function hasEstablishedFactor(db: Transaction, sessionId: string): Promise<boolean> {
  const strong = await typedSql(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('strongSince', '<', ago({ days: ADDRESS_UNDO_DAYS }))
    .executeTakeFirst();
  return strong !== undefined;
}

/** Locks a change whose link has not been mailed yet. */
export async function lockUnmailedChange(db: Transaction, id: string) {
  return typedSql(db)
    .selectFrom('addressChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.newEmail', 'c.userId', 'c.expiresAt', 'u.firstName', 'u.language'])
    .select((row) => flag(isTaken(row.ref('c.newEmail'), row.ref('c.userId'))).as('isTaken'))
    .where('c.id', '=', id)
    .where('c.tokenHash', 'is', null)
    .where('c.appliedAt', 'is', null)
    .where('c.replacedAt', 'is', null)
    .where('c.expiresAt', '>', now())
    .forUpdate('c')
    .executeTakeFirst();
}

/** Finds the change that a user's link applies. */
export async function findChange(db: Transaction, userId: string, tokenHash: Hash) {
  return typedSql(db)
    .selectFrom('addressChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.newEmail', 'c.undoHours', 'c.appliedAt as usedAt', 'c.replacedAt'])
    .select((column) => [
      flag(column('c.expiresAt', '<=', now())).as('isExpired'),
      flag(column('c.oldEmail', '=', column.ref('u.email'))).as('isCurrent'),
    ])
    .where('c.tokenHash', '=', tokenHash)
    .where('c.userId', '=', userId)
    .executeTakeFirst();
}

/**
 * Applies a change by its link, once. It can be undone for `undoHours`. An older claim to the address blocks the undo
 * from the start.
 */
export async function applyChange(
  db: Transaction,
  userId: string,
  { tokenHash, undoHash, undoHours }: { tokenHash: Hash; undoHash: Hash; undoHours: number },
) {
  return (
    typedSql(db)
      .updateTable('addressChanges')
      .set({ appliedAt: now(), undoUntil: ahead({ hours: undoHours }), undoHash })
      // For later claims, a trigger blocks the undo.
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
      .where('tokenHash', '=', tokenHash)
      .where('userId', '=', userId)
      .where('appliedAt', 'is', null)
      .where('replacedAt', 'is', null)
      .where('expiresAt', '>', now())
      .returning(['oldEmail', 'newEmail', 'undoUntil'])
      .executeTakeFirst()
  );
}

/** Finds the change that a link to the former address undoes. */
export async function findUndo(db: Transaction, undoHash: Hash) {
  return typedSql(db)
    .selectFrom('addressChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.userId', 'c.oldEmail', 'c.newEmail', 'c.undoneAt as usedAt'])
    .select((column) => [
      flag(column('c.heldAt', 'is not', null)).as('isHeld'),
      flag(column.and([column('c.undoUntil', '<=', now()), column('c.heldAt', 'is', null)])).as('isExpired'),
      flag(column('c.newEmail', '=', column.ref('u.email'))).as('isCurrent'),
    ])
    .where('c.undoHash', '=', undoHash)
    .executeTakeFirst();
}

/** Undoes a change, once. Returns when it was applied. */
export async function undoChange(
  db: Transaction,
  undoHash: Hash,
): Promise<{ appliedAt: Date | null } | undefined> {
  return typedSql(db)
    .updateTable('addressChanges')
    .set({ undoneAt: now() })
    .where('undoHash', '=', undoHash)
    .where('undoneAt', 'is', null)
    .where('undoUntil', '>', now())
    .where('heldAt', 'is', null)
    .returning('appliedAt')
    .executeTakeFirst();
}
