import type { Pool } from 'pg';
import { copyOfTable, cutByTime, GrowthClient, report, printCost, printSize } from './grown-table.ts';

const USERS = 100_000;
const DAYS = 420;
const PART_DAYS = 30;
const CALLS = 10_000;
const BATCH = 1_000;

/** Measures `audit_events` with rows of 14 months. The rows of the oldest 30 days have expired. */
export async function growSecurityLog(pool: Pool, rows: number): Promise<void> {
  const growth = await GrowthClient.on(pool);
  const boundary = `(SELECT at - interval '${DAYS - PART_DAYS} days' FROM began)`;
  const select = `
    SELECT at - make_interval(secs => ${DAYS * 86_400}::float8 * (1 - n::float8 / ${rows})), 'login', 'success', ${user('n')},
           'user-' || n % ${USERS} || '@growth.test', '203.0.113.' || n % 250, repeat('browser ', 12), md5(n::text)
      FROM began, generate_series(1, ${rows}) n`;
  const columns = 'at, action, outcome, user_id, email, ip_address, user_agent, request_id';
  const months = await cutByTime(growth, 'audit_events', {
    name: 'months',
    key: 'at',
    count: DAYS / PART_DAYS + 1,
    hoursAt: (part) => (part * PART_DAYS - DAYS) * 24,
  });
  for (const cut of [undefined, months]) {
    const as = cut ? 'in 15 months' : 'whole';
    const copy = await copyOfTable(growth, 'audit_events', columns, select, cut);
    await printSize(growth, `security log, ${as}: size`, copy);
    const insert = `
      INSERT INTO ${copy} (action, outcome, user_id, email, request_id)
      VALUES ('login', 'success', ${user('i')}, 'user-' || i || '@growth.test', i::text)`;
    report(`security log, ${as}: writing a line`, await growth.eachOf(CALLS, insert));
    const read = `SELECT * FROM ${copy} WHERE user_id = ${user('i * 7')} ORDER BY at DESC LIMIT 50`;
    report(`security log, ${as}: the last 50 lines of a user`, await growth.eachOf(CALLS, read));
    if (cut) {
      printCost(
        `security log, ${as}: forgetting the oldest by dropping its part`,
        await growth.cost(() => growth.run(`DROP TABLE months.audit_events_0`)),
      );
    } else {
      let deleted = 0;
      const cost = await growth.cost(async () => {
        for (let count = BATCH; count === BATCH; deleted += count)
          count = await growth.run(`
            DELETE FROM ${copy} WHERE ctid = ANY(ARRAY(
              SELECT ctid FROM ${copy} WHERE at < ${boundary} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`);
      });
      printCost(`security log, ${as}: forgetting the oldest ${deleted.toLocaleString('en')} by DELETE`, cost);
      printCost(
        `security log, ${as}: VACUUM after it`,
        await growth.cost(() => growth.run(`VACUUM ${copy}`)),
      );
    }
    await growth.run(`DROP TABLE ${copy}`);
  }
  growth.release();
}

const user = (number: string): string => `lpad(to_hex((${number}) % ${USERS}), 32, '0')::uuid`;
