import type { Transaction } from '@foyer/db/client';
import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import type { Tables } from '@foyer/db/tables';
import {
  ago,
  greatest,
  later,
  now,
  typedSql,
  wholeSecondsBetween,
  type ExpressionBuilder,
} from '@foyer/db/typed-sql';

/** Why an address is to be mailed; which mail it gets, if any, depends on whose the address is. */
export type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';

/** After so many mails of a kind, the pause replaces the wait. */
export const MAILS_BEFORE_PAUSE = 2;
export const PAUSE_HOURS = 1;
/** An address that got none of a kind for so long starts over. */
export const QUIET_HOURS = 24;

/** So many mails with so many seconds between them, then one in so many hours. */
type MailPace = { mails: number; waitSeconds: number; pauseHours: number };

/** Links of a change of address: of one person to one address, and of all people to it. Those above come later. */
export const LINKS_OF_ASKER: MailPace = { mails: 2, waitSeconds: RESEND_WAIT_SECONDS, pauseHours: 6 };
export const LINKS_TO_ADDRESS: MailPace = { mails: 4, waitSeconds: 0, pauseHours: 1 };

/**
 * Claims the right to send a mail that anybody can cause, once it is known that there is one. A
 * stranger who asks all day costs the owner of the address one an hour, and the owner is never without one for longer.
 */
export async function claimMail(
  transaction: Transaction,
  email: string,
  reason: AccountMailReason | 'lost-factor',
): Promise<boolean> {
  const claimed = await typedSql(transaction)
    .insertInto('mailWaits')
    .values({ email, kind: reason, mailedAt: now(), mailedCount: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'kind'])
        .doUpdateSet((row) => ({
          mailedAt: now(),
          mailedCount: nextCount(row),
        }))
        .where((row) =>
          row.or([
            row('mailWaits.mailedCount', '<', MAILS_BEFORE_PAUSE),
            row('mailWaits.mailedAt', '<=', ago({ hours: PAUSE_HOURS })),
          ]),
        ),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/**
 * Seconds until a mail of a kind may be written to an address; 0 if now. Locks the count until the transaction ends.
 */
export async function secondsUntilMail(
  transaction: Transaction,
  email: string,
  kind: string,
  { mails, waitSeconds, pauseHours }: MailPace,
): Promise<number> {
  const { seconds } = await typedSql(transaction)
    .insertInto('mailWaits')
    .values({ email, kind })
    .onConflict((conflict) =>
      conflict.columns(['email', 'kind']).doUpdateSet((row) => ({ email: row.ref('mailWaits.email') })),
    )
    .returning((row) => {
      const since = row.fn.coalesce('mailWaits.mailedAt', ago({ hours: QUIET_HOURS }));
      const due = row
        .case()
        .when(since, '<=', ago({ hours: QUIET_HOURS }))
        .then(now())
        .when('mailWaits.mailedCount', '<', mails)
        .then(later(since, { seconds: waitSeconds }))
        .else(later(since, { hours: pauseHours }))
        .end();
      return greatest(row.lit<number>(0), wholeSecondsBetween(now(), due)).as('seconds');
    })
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Counts a mail that `secondsUntilMail` allows. */
export async function countMail(transaction: Transaction, email: string, kind: string): Promise<void> {
  await typedSql(transaction)
    .updateTable('mailWaits')
    .set((row) => ({ mailedAt: now(), mailedCount: nextCount(row) }))
    .where('email', '=', email)
    .where('kind', '=', kind)
    .execute();
}

/** One more, or the first after a quiet time. */
const nextCount = (row: ExpressionBuilder<Tables, 'mailWaits'>) =>
  row
    .case()
    .when('mailWaits.mailedAt', '>', ago({ hours: QUIET_HOURS }))
    .then(row('mailWaits.mailedCount', '+', 1))
    .else(1)
    .end();

/**
 * Claims the right to write to an address about a matter now, and gives 0; or how many seconds there are until then. Of
 * any number of callers at once one gets it.
 */
export async function claimNotice(
  transaction: Transaction,
  email: string,
  matter: string,
  waitSeconds: number,
): Promise<number> {
  if (await claimWait(transaction, email, matter, waitSeconds)) return 0;
  const wait = await transaction.mailWait.findUnique({
    where: { email_kind: { email, kind: matter } },
    select: { sentAt: true },
  });
  const { at } = await typedSql(transaction).selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
  if (!wait) return 1;
  return Math.max(1, Math.ceil((wait.sentAt.getTime() - at.getTime()) / 1000 + waitSeconds));
}

/**
 * Whether nothing of a kind was written to an address in the last so many seconds; from now on something was. Of any number of
 * callers at once one writes a row; the others wait for its transaction and write none.
 */
export async function claimWait(
  transaction: Transaction,
  email: string,
  kind: string,
  waitSeconds: number,
): Promise<boolean> {
  const claimed = await typedSql(transaction)
    .insertInto('mailWaits')
    .values({ email, kind })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'kind'])
        .doUpdateSet({ sentAt: now() })
        .where('mailWaits.sentAt', '<=', ago({ seconds: waitSeconds })),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
