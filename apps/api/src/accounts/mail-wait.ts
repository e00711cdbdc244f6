import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import type { Transaction } from '@foyer/db/client';

import type { AccountMailReason } from './account-mail.service.ts';

/**
 * Claims the right to send one mail of a kind to an address (SPEC 9: 120 seconds between two). One statement, so of
 * any number of callers at once one is told yes; the others wait for its transaction and are told no.
 */
export async function claimMailWait(
  transaction: Transaction,
  email: string,
  reason: AccountMailReason,
): Promise<boolean> {
  const claimed = await transaction.$executeRaw`
    INSERT INTO mail_waits (email, kind) VALUES (${email}, ${reason})
    ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
     WHERE mail_waits.sent_at <= now() - make_interval(secs => ${RESEND_WAIT_SECONDS}::int)`;
  return claimed === 1;
}
