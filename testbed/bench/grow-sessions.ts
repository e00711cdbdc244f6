import type { Pool } from 'pg';
import { copyOfTable, cutByTime, GrowthClient, report, printCost, printSize } from './grown-table.ts';
import { seedUsers } from './seed-users.ts';

const USERS = 100_000;
/** The age of the oldest login, in hours. Logins of the last 12 hours are valid. */
const HOURS = 36;
const PART_HOURS = 6;
const CALLS = 20_000;
const BATCH = 1_000;
const SAMPLE = 400;

export async function growSessions(pool: Pool, rows: number): Promise<void> {
  await seedUsers(pool, 0, USERS - 1);
  const growth = await GrowthClient.on(pool);
  const ends = `at - interval '24 hours' + make_interval(secs => ${HOURS * 3_600}::float8 * n::float8 / ${rows})`;
  const select = `
    SELECT sha256(n::text::bytea), (lpad(to_hex(n % ${USERS}), 8, '0') || '-0000-7000-8000-000000000002')::uuid,
           repeat('browser ', 12), '203.0.113.' || n % 250,
           CASE WHEN ${ends} > at THEN at + interval '6 hours' ELSE ${ends} - interval '11 hours' END, ${ends}
      FROM began, generate_series(1, ${rows}) n`;
  const columns = 'token_hash, user_id, user_agent, ip_address, last_seen_at, expires_at';
  const hours = await cutByTime(growth, 'sessions', {
    name: 'hours',
    key: 'expires_at',
    count: HOURS / PART_HOURS,
    hoursAt: (part) => part * PART_HOURS - 24,
  });
  const ended = `least(expires_at, last_seen_at + interval '30 minutes') < now()`;
  for (const cut of [undefined, hours]) {
    const as = cut ? 'in parts of 6 hours' : 'whole';
    const copy = await copyOfTable(growth, 'sessions', columns, select, cut);
    await printSize(growth, `sessions, ${as}: size`, copy);
    // A statement like the session check in session.queries.ts.
    const check = `
      SELECT s.id, s.user_id, u.email, u.first_name, u.last_name, u.team_id, t.name AS team_name,
             t.has_incomplete_billing, t.owner_id IS NOT DISTINCT FROM u.id AS is_owner, p.status, p.ends_as,
             s.last_seen_at < now() - interval '1 minute' AS is_touch_due
        FROM ${copy} s JOIN users u ON u.id = s.user_id JOIN teams t ON t.id = u.team_id
        LEFT JOIN subscriptions p ON p.team_id = t.id
       WHERE s.token_hash = sha256((${rows} - ${Math.floor(rows / 4 / CALLS)} * i)::text::bytea)
         AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(mins => 30)
         AND u.deactivated_at IS NULL`;
    report(`sessions, ${as}: a check`, await growth.eachOf(CALLS, check));
    const touch = `
      UPDATE ${copy} SET last_seen_at = now()
       WHERE token_hash = sha256((${rows} - ${Math.floor(rows / 4 / CALLS)} * i)::text::bytea) AND expires_at > now()`;
    report(`sessions, ${as}: noting when one was last seen`, await growth.eachOf(CALLS, touch));
    const start = `
      INSERT INTO ${copy} (token_hash, user_id, user_agent, ip_address, expires_at)
      VALUES (sha256(('new' || clock_timestamp() || i)::bytea), lpad(to_hex(i), 32, '0')::uuid, 'browser', '203.0.113.1',
              now() + interval '11 hours')`;
    report(`sessions, ${as}: beginning one`, await growth.eachOf(CALLS, start));
    if (cut) {
      const drop = () => growth.run('DROP TABLE hours.sessions_0');
      printCost(
        `sessions, ${as}: forgetting the oldest quarter of the ended by dropping a part`,
        await growth.cost(drop),
      );
    } else {
      const batches: number[] = [];
      for (let batch = 0; batch < SAMPLE; batch++) {
        const statement = `
          DELETE FROM ${copy} WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM ${copy} WHERE ${ended} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
        batches.push((await growth.cost(() => growth.run(statement))).cpuMs);
      }
      const mean = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
      const [first, last] = [mean(batches.slice(0, 50)), mean(batches.slice(-50))];
      report(
        `sessions, ${as}: forgetting 1,000 by DELETE`,
        `${first.toFixed(1)} ms of processor at first, ${last.toFixed(1)} ms after ${(SAMPLE * BATCH) / 1000} thousand`,
      );
    }
    await growth.run(`DROP TABLE ${copy}`);
  }
  growth.release();
}
