import type { PrismaClient, Transaction } from './client.ts';

/**
 * An address and the time when it was a person's: newer than `from`, at most as new as `until`. Null means no bound.
 */
export type HeldAddress = { email: string; from: Date | null; until: Date | null };

/**
 * The given address, and the account's former addresses that no one has now. The time of an address lasts until it
 * was given up or could no longer be taken back.
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

/** A condition on a row's time, for Prisma. */
export const heldTime = ({ from, until }: HeldAddress) => ({
  ...(from && { gt: from }),
  ...(until && { lte: until }),
});

/** Counters of mails to a person and of the person's invitations. A row ends at most a day after its last event. */
export const mailLimitsOf = ({ email, from, until }: HeldAddress, userId: string | null) => ({
  OR: [
    { subject: email, emptyAt: heldTime({ email, from, until: until && new Date(+until + 86_400_000) }) },
    ...(userId === null ? [] : [{ subject: userId }]),
  ],
});
