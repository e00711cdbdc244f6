import { ADDRESS_LINK_HOURS, ADDRESS_UNDO_DAYS } from '@foyer/contracts/account/address-change';
import type { Transaction } from '@foyer/db/client';
import { ago, ahead, flag, now, typedSql } from '@foyer/db/typed-sql';
import { canBeUndone } from '../../database/former-addresses.queries.ts';
import { isTaken } from '../../identity/addresses.queries.ts';

type Hash = Uint8Array<ArrayBuffer>;

export async function isAddressHeld(db: Transaction, userId: string): Promise<boolean> {
  const held = await typedSql(db)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('addressHeldUntil', '>', now())
    .executeTakeFirst();
  return held !== undefined;
}

export async function hasUndoableChange(db: Transaction, userId: string): Promise<boolean> {
  const open = await typedSql(db)
    .selectFrom('addressChanges')
    .select('id')
    .where('userId', '=', userId)
    .where(canBeUndone)
    .executeTakeFirst();
  return open !== undefined;
}

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
 * Returns whether the session was verified with a passkey or authenticator app that was added more than
 * `ADDRESS_UNDO_DAYS` ago. An intruder in an open session could have added a newer one.
 */
export async function hasEstablishedFactor(db: Transaction, sessionId: string): Promise<boolean> {
  const strong = await typedSql(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('factorAddedAt', '<', ago({ days: ADDRESS_UNDO_DAYS }))
    .executeTakeFirst();
  return strong !== undefined;
}

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
 * Of several concurrent calls, only one succeeds. The change cannot be undone while a pending identity with the former
 * address awaits a decision.
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
      // The trigger `claim_holds_address_changes` handles pending identities that are added or decided later.
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
