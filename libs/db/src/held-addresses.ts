import type { PrismaClient, Transaction } from './client.ts';

/**
 * An email address and the period in which a person had it: after `from`, until `until` inclusive. Null means no bound.
 */
export type HeldAddress = { email: string; from: Date | null; until: Date | null };

/**
 * Returns the given address, and those former addresses of the account that no account has now. The period of a former
 * address ends with its change or, if that is later, when the change can no longer be undone.
 */
export async function findHeldAddresses(
  place: PrismaClient | Transaction,
  email: string,
  userId: string | null,
): Promise<HeldAddress[]> {
  return place.$queryRaw`
    WITH former AS (
      SELECT f.user_id, f.email, f.had_since,
             greatest(f.given_up_at, (SELECT max(c.undo_until) FROM address_changes c
                                       WHERE c.user_id = f.user_id AND c.old_email = f.email AND c.undone_at IS NULL)) AS until
        FROM former_addresses f
       WHERE f.user_id = ${userId}::uuid OR f.email = ${email}
          OR f.email IN (SELECT own.email FROM former_addresses own WHERE own.user_id = ${userId}::uuid)
    ), held AS (
      SELECT ${email} AS email, NULL::timestamptz AS had_since, NULL::timestamptz AS until
      UNION ALL
      SELECT f.email, f.had_since, f.until FROM former f
       WHERE f.user_id = ${userId}::uuid AND NOT EXISTS (SELECT FROM users u WHERE u.email = f.email)
    )
    SELECT h.email, h.until,
           greatest(h.had_since, (SELECT max(o.until) FROM former o
                                   WHERE o.email = h.email AND o.user_id IS DISTINCT FROM ${userId}::uuid
                                     AND (h.until IS NULL OR o.until < h.until))) AS "from"
      FROM held h ORDER BY h.until DESC NULLS FIRST, h.email`;
}

export const heldTime = ({ from, until }: HeldAddress) => ({
  ...(from && { gt: from }),
  ...(until && { lte: until }),
});

/**
 * Returns the condition for a person's mail and invitation counters. The period ends a day later here, because a
 * counter's `emptyAt` is up to a day after its last event.
 */
export const mailLimitsOf = ({ email, from, until }: HeldAddress, userId: string | null) => ({
  OR: [
    { subject: email, emptyAt: heldTime({ email, from, until: until && new Date(+until + 86_400_000) }) },
    ...(userId === null ? [] : [{ subject: userId }]),
  ],
});
