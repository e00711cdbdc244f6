import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import { Prisma } from '@foyer/db/client';
import type { AccountMailReason } from './account-mail.service.ts';

/**
 * The statement that claims the right to send one mail of a kind to an address (SPEC 9: 120 seconds between two). Of
 * any number of callers at once one writes a row; the others wait for its transaction and write none.
 */
export function claimingMailWait(email: string, reason: AccountMailReason): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO mail_waits (email, kind) VALUES (${email}, ${reason})
    ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
     WHERE mail_waits.sent_at <= now() - make_interval(secs => ${RESEND_WAIT_SECONDS}::int)`;
}
