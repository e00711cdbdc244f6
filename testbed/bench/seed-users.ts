import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { PARAMETERS, PASSWORD } from './bare-hash.ts';

/**
 * Creates the users `first` to `last`, with the email address `bench-{number}@bench.test`. Each has a team, a valid
 * session and an open invitation to the team. For each, also creates a pending registration of another person. The
 * token of a session or invitation is the number padded with x to 43 characters. All users share one password, because
 * hashing a million passwords takes hours. The inserts skip the checks of foreign keys and seat limits, but do not
 * violate them.
 */
export async function seedUsers(pool: Pool, first: number, last: number): Promise<void> {
  const passwordHash = await hash(PASSWORD, PARAMETERS);
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout TO 0; SET session_replication_role TO replica');
    for (const statement of STATEMENTS) {
      const values = statement.includes('$3') ? [first, last, passwordHash] : [first, last];
      await client.query(statement, values);
    }
    await client.query('SET session_replication_role TO DEFAULT');
    for (const table of ['users', 'teams', 'sessions', 'registrations', 'team_invitations'])
      await client.query(`VACUUM ANALYZE ${table}`);
  } finally {
    // Discards this connection, because its session settings would affect later users of the pool.
    client.release(true);
  }
}

/** Creates a known browser for each of the users `first` to `last`. It has the same token as the user's session. */
export async function seedKnownBrowsers(pool: Pool, first: number, last: number): Promise<void> {
  await pool.query(
    `INSERT INTO known_devices (token_hash, user_id, told_at)
     SELECT ${token}, ${uuid('2')}, now() FROM ${numbers}`,
    [first, last],
  );
}

const uuid = (kind: string): string =>
  `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad('${kind}', 12, '0'))::uuid`;
const numbers = 'generate_series($1::int, $2::int) n';
const token = `sha256(lpad(n::text, 43, 'x')::bytea)`;

const STATEMENTS = [
  `INSERT INTO teams (id, name, seat_limit, owner_id)
   SELECT ${uuid('1')}, 'Team ' || n, 5, ${uuid('2')} FROM ${numbers}`,
  `INSERT INTO users (id, email, first_name, last_name, country_code, state_code, password_hash, team_id)
   SELECT ${uuid('2')}, 'bench-' || n || '@bench.test', 'Ada', 'Bench', 'US', 'CA', $3, ${uuid('1')} FROM ${numbers}`,
  `INSERT INTO sessions (token_hash, user_id, user_agent, ip_address, expires_at)
   SELECT ${token}, ${uuid('2')}, 'bench', '127.0.0.1', now() + interval '12 hours' FROM ${numbers}`,
  `INSERT INTO team_invitations (team_id, email, code_hash, inviter_id, expires_at)
   SELECT ${uuid('1')}, 'guest-' || n || '@bench.test', ${token}, ${uuid('2')}, now() + interval '7 days' FROM ${numbers}`,
  `INSERT INTO registrations (address, browser_hash, plan, first_name, last_name, phone, company,
                              business_type, country_code, state_code, country_integration_value,
                              state_integration_value, has_opted_in, language, text_version)
   SELECT 'pending-' || n || '@bench.test', ${token}, 'free', 'Ada', 'Bench', '', 'Bench', 'eventPlanner', 'US',
          'CA', 'US', 'CA', true, 'en', 'bench' FROM ${numbers}`,
];
