import { DEVICE_LIFE_DAYS } from '@foyer/contracts/identity/session';
import type { Db, Transaction } from '@foyer/db/client';
import { prepare } from '@foyer/db/prepare';
import { ago, ahead, cast, flag, now, typedSql } from '@foyer/db/typed-sql';

/** A login after this many days rotates the token, which limits the value of a stolen copy. */
const TOKEN_LIFE_DAYS = 7;
/**
 * The maximum number of known browsers per user. Each has its own count of wrong passwords, so this number also limits
 * the guesses.
 */
export const MAX_DEVICES = 20;

type TokenHash = Uint8Array<ArrayBuffer>;

export type DeviceUse = { userAgent: string; trustDays: number; dependsOnIdp: string | null };

/**
 * Finds the known browser with this token if it belongs to the user of the address. The statement is prepared, because
 * logins run it often.
 */
export async function findDevice(db: Db, tokenHash: TokenHash, email: string) {
  const [device] = await preparedFind(typedSql(db), { tokenHash, email });
  return device;
}

const preparedFind = prepare<{ tokenHash: TokenHash; email: string }>()((database, given) =>
  database
    .selectFrom('knownDevices as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select('d.id')
    .select((row) => flag(row('d.trustedUntil', '>', now())).as('isTrusted'))
    .select((row) => flag(row('d.tokenMadeAt', '<=', ago({ days: TOKEN_LIFE_DAYS }))).as('isTokenOld'))
    .where('d.tokenHash', '=', given('tokenHash'))
    .where('u.email', '=', given('email'))
    .where('d.lastUsedAt', '>', ago({ days: DEVICE_LIFE_DAYS })),
);

/** After a login that depends on no company, the browser depends on none either. */
export async function noteDeviceUse(
  db: Db,
  id: string,
  { userAgent, dependsOnIdp }: Pick<DeviceUse, 'userAgent' | 'dependsOnIdp'>,
): Promise<void> {
  await preparedUse(typedSql(db), { id, userAgent, isOwn: dependsOnIdp === null });
}

const preparedUse = prepare<{ id: string; userAgent: string; isOwn: boolean }>()((database, given) =>
  database
    .updateTable('knownDevices')
    .set((row) => ({
      lastUsedAt: now(),
      userAgent: given('userAgent'),
      dependsOnIdp: row
        .case()
        .when(cast(given('isOwn'), 'bool'))
        .then(null)
        .else(row.ref('knownDevices.dependsOnIdp'))
        .end(),
    }))
    .where('id', '=', given('id')),
);

export async function renewDeviceToken(db: Db, id: string, tokenHash: TokenHash): Promise<void> {
  await typedSql(db)
    .updateTable('knownDevices')
    .set({ tokenHash, tokenMadeAt: now() })
    .where('id', '=', id)
    .execute();
}

export async function trustDevice(db: Db, id: string, days: number): Promise<void> {
  await typedSql(db)
    .updateTable('knownDevices')
    .set({ trustedUntil: ahead({ days }) })
    .where('id', '=', id)
    .execute();
}

export async function insertDevice(
  db: Db,
  device: { userId: string; tokenHash: TokenHash; ipAddress: string; isToBeNotified: boolean },
  { userAgent, trustDays, dependsOnIdp }: DeviceUse,
): Promise<void> {
  const { isToBeNotified, ...row } = device;
  await typedSql(db)
    .with('surplus', (made) =>
      made
        .deleteFrom('knownDevices')
        .where('id', 'in', (one) =>
          one
            .selectFrom('knownDevices')
            .select('id')
            .where('userId', '=', row.userId)
            .where('id', 'not in', (kept) =>
              kept
                .selectFrom('knownDevices')
                .select('id')
                .where('userId', '=', row.userId)
                .orderBy('lastUsedAt', 'desc')
                .orderBy('id', 'desc')
                .limit(MAX_DEVICES - 1),
            )
            .forUpdate()
            .skipLocked(),
        )
        .returning('id'),
    )
    .insertInto('knownDevices')
    .values({
      ...row,
      userAgent,
      dependsOnIdp,
      notifiedAt: isToBeNotified ? null : now(),
      trustedUntil: trustDays > 0 ? ahead({ days: trustDays }) : null,
    })
    .execute();
}

export async function moveOtherUsersToToken(
  db: Db,
  userId: string,
  former: TokenHash,
  tokenHash: TokenHash,
): Promise<void> {
  await typedSql(db)
    .updateTable('knownDevices')
    .set({ tokenHash, tokenMadeAt: now() })
    .where('tokenHash', '=', former)
    .where('userId', '<>', userId)
    .execute();
}

/**
 * Locks the user. First waits for logins that have locked the user and are about to commit, because such a login may
 * rely on the caller's job to send its mail.
 */
export async function lockUserAfterLogins(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('users')
    .select(['email', 'firstName'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function markDevicesNotified(db: Transaction, userId: string): Promise<void> {
  await typedSql(db)
    .updateTable('knownDevices')
    .set({ notifiedAt: now() })
    .where('userId', '=', userId)
    .where('notifiedAt', 'is', null)
    .execute();
}
