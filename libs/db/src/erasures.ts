import { createHash } from 'node:crypto';
import type { PrismaClient } from './client.ts';

const PREFIX = 'erased ';

/**
 * Returns the hash of an erased row's ID in hex, as in the log and operators' records. The table `erasures` contains
 * the bytes of the hash.
 */
export function erasureOf(id: string): string {
  return createHash('sha256').update(`${PREFIX}${id}`).digest('hex');
}

/**
 * Finds the erased rows that a restored copy contains again, and returns their addresses. `account` is true if one of
 * the rows of the address is an account.
 */
export async function findErased(
  prisma: PrismaClient,
  hashes: readonly string[],
): Promise<{ email: string; account: boolean }[]> {
  return prisma.$queryRaw`
    WITH erased AS (SELECT decode(hash, 'hex') AS hash FROM unnest(${hashes}::text[]) AS hash),
         known AS (
           SELECT id, email, true AS account FROM users
           UNION ALL SELECT id, address, false FROM registrations
           UNION ALL SELECT id, email, false FROM team_invitations
           UNION ALL SELECT id, email, false FROM event_invitations
           UNION ALL SELECT id, email, false FROM seat_requests
           UNION ALL SELECT id, email, false FROM member_changes
           UNION ALL SELECT id, email, false FROM pending_identities)
    SELECT email, bool_or(account) AS account FROM known
      JOIN erased ON erased.hash = sha256(convert_to(${PREFIX} || id::text, 'UTF8'))
     GROUP BY email ORDER BY email`;
}
