import type { PrismaClient } from '@foyer/db/client';

type Row = { email: string; is_owner: boolean; has_own_factor: boolean };

/**
 * Describes how a planned move to another identity provider affects active members with a present or former company
 * identity. Each is linked again by their email address, except the owner and members with their own passkey or
 * authenticator app.
 */
export async function listRelinked(
  prisma: PrismaClient,
  name: string,
  ownerEmail: string | undefined,
): Promise<string[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT u.email, t.owner_id IS NOT DISTINCT FROM u.id AS is_owner,
           EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id AND k.on_word_of IS NULL)
           OR EXISTS (SELECT FROM second_factors f
                       WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL AND f.on_word_of IS NULL) AS has_own_factor
      FROM teams t JOIN users u ON u.team_id = t.id
     WHERE t.id = coalesce((SELECT team_id FROM identity_providers WHERE name = ${name}),
                           (SELECT o.team_id FROM users o JOIN teams w ON w.owner_id = o.id WHERE o.email = ${ownerEmail ?? ''}))
       AND u.deactivated_at IS NULL
       AND (EXISTS (SELECT FROM former_identities g WHERE g.user_id = u.id AND g.team_id = t.id)
            OR EXISTS (SELECT FROM sso_identities s JOIN identity_providers i ON i.id = s.identity_provider_id
                        WHERE s.user_id = u.id AND i.team_id = t.id))
     ORDER BY u.email`;
  const kept = rows.filter((row) => row.is_owner || row.has_own_factor);
  const linked = rows.filter((row) => !kept.includes(row));
  return [
    `These members are linked again by their address, once each, and get an email (${linked.length}):`,
    ...linked.map(({ email }) => `  ${email}`),
    `These members are linked again only after a login of their own (${kept.length}):`,
    ...kept.map(
      ({ email, is_owner: isOwner }) => `  ${email}  ${isOwner ? 'the owner' : 'has a passkey or an app'}`,
    ),
    'First deactivate people who have left. Otherwise the new owner of their address gets their account.',
  ];
}
