import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import { Prisma } from '@foyer/db/client';

/** Why an address is to be mailed; which mail it gets, if any, depends on whose the address is. */
export type AccountMailReason = 'sign-up' | 'reset-password' | 'account-locked';

/** After so many mails of a kind, the pause replaces the wait. */
export const MAILS_BEFORE_PAUSE = 2;
export const PAUSE_HOURS = 1;
/** An address that got none of a kind for so long starts over. */
export const QUIET_HOURS = 24;

/**
 * The statement that claims the right to ask for one mail of a kind to an address (docs/product.md 9: 120 seconds
 * between two). Of any number of callers at once one writes a row; the others wait for its transaction and write none.
 * It does not say whether there is anything to mail, so it is the same for every address.
 */
export function claimMailWait(email: string, reason: AccountMailReason): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO mail_waits (email, kind) VALUES (${email}, ${reason})
    ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
     WHERE mail_waits.sent_at <= now() - make_interval(secs => ${RESEND_WAIT_SECONDS}::int)`;
}

/**
 * The statement that claims the right to send a mail that anybody can cause, once it is known that there is one. A
 * stranger who asks all day costs the owner of the address one an hour, and the owner is never without one for longer.
 */
export function claimMail(email: string, reason: AccountMailReason): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO mail_waits AS wait (email, kind, mailed_at, mailed_count) VALUES (${email}, ${reason}, now(), 1)
    ON CONFLICT (email, kind) DO UPDATE SET
      mailed_at = now(),
      mailed_count = CASE WHEN wait.mailed_at > now() - make_interval(hours => ${QUIET_HOURS}::int)
                          THEN wait.mailed_count + 1 ELSE 1 END
     WHERE wait.mailed_count < ${MAILS_BEFORE_PAUSE}::int
        OR wait.mailed_at <= now() - make_interval(hours => ${PAUSE_HOURS}::int)`;
}
