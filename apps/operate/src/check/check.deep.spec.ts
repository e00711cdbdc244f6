import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '@foyer/testing/run-command';
import { testDatabaseUrl, testRoleUrls } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';

const owner = openTestPool(1);
const OWNER = 'foyer_check_owner';
const ROLES = testRoleUrls();
const ACCOUNTS = {
  MIGRATE_DATABASE_URL: testDatabaseUrl(),
  DATABASE_URL: ROLES.api,
  WORKER_DATABASE_URL: ROLES.worker,
};
const RIGHT = /^ok /;
const TO_DO = /^to do /;

const withAccount = (address: string, username: string, password: string): string =>
  Object.assign(new URL(address), { username, password }).href;

/** As an operator runs it, with these secrets and no others. */
async function check(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = await runCommand('apps/operate/src/check/check.ts', args, {
    ...{ NODE_ENV: 'test', MIGRATE_DATABASE_URL: '', DATABASE_URL: '', WORKER_DATABASE_URL: '' },
    ...env,
  });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  for (const secret of Object.values(env).flatMap((value) => new URL(value).password || []))
    expect(stdout).not.toContain(secret);
  return {
    status,
    lines,
    right: lines.filter((line) => RIGHT.test(line)),
    toDo: lines.filter((line) => TO_DO.test(line)),
  };
}

/** Breaks something, looks, and mends it. */
async function checkWhile(breaks: string, mends: string, env: Record<string, string>) {
  await owner.query(breaks);
  try {
    return await check(env);
  } finally {
    await owner.query(mends);
  }
}

beforeAll(async () => {
  await owner.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD 'plain-owner'`);
});
afterAll(async () => {
  await owner.query(`DROP ROLE ${OWNER}`);
  await owner.end();
});

describe('npm run operate -- check', () => {
  it('says that all is right, to the secrets of the migration', async () => {
    const { status, toDo, lines } = await check(ACCOUNTS);
    expect([status, toDo]).toEqual([0, []]);
    for (const part of ['Postgres', 'all are applied', 'owns all tables', '"foyer_api" may do', 'agree'])
      expect(lines.join('\n')).toContain(part);
  });

  it('looks at what the API’s and the worker’s secrets show, and names what they do not', async () => {
    const api = await check({ DATABASE_URL: ROLES.api });
    expect([api.status, api.toDo]).toEqual([0, []]);
    expect(api.lines.join('\n')).toContain('all are applied');
    const worker = await check({ WORKER_DATABASE_URL: ROLES.worker });
    expect([worker.status, worker.toDo]).toEqual([0, []]);
    expect(worker.lines.join('\n')).toMatch(/^not looked at {2}migrations: /m);
  });

  it.each([
    [
      'a right that is missing',
      'REVOKE INSERT ON teams FROM foyer_api',
      'GRANT INSERT ON teams TO foyer_api',
      'The account "foyer_api" lacks INSERT ON TABLE public.teams. Run the migration again',
    ],
    [
      'a right too much',
      'GRANT SELECT ON users TO foyer_worker',
      'REVOKE SELECT ON users FROM foyer_worker',
      'The account "foyer_worker" has too much: SELECT ON TABLE public.users. Run the migration again',
    ],
    [
      'queues of all',
      'ALTER TABLE pgboss.job_common DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE pgboss.job_common ENABLE ROW LEVEL SECURITY',
      'The queues of API and worker are not kept apart.',
    ],
    [
      'a migration that is missing',
      `UPDATE _prisma_migrations SET rolled_back_at = now();
       INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99991231_later', now())`,
      `DELETE FROM _prisma_migrations WHERE id = 'later'; UPDATE _prisma_migrations SET rolled_back_at = NULL`,
      'The database lacks the migration ',
    ],
    [
      'a migration that failed',
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
      'UPDATE _prisma_migrations SET finished_at = started_at WHERE finished_at IS NULL',
      / failed\. Mend what its log says, then run the migration again with --undone \d+_/,
    ],
  ])('tells what to do about %s', async (_, breaks, mends, sentence) => {
    const { status, toDo } = await checkWhile(breaks, mends, ACCOUNTS);
    expect(status).toBe(1);
    expect(toDo).toEqual([expect.stringMatching(sentence)]);
  });

  it('tells what to do about addresses that lead nowhere, or to the wrong account', async () => {
    const wrong = await check({
      DATABASE_URL: withAccount(ROLES.api, 'foyer_api', 'not-the-password'),
      WORKER_DATABASE_URL: testDatabaseUrl(),
    });
    expect(wrong.status).toBe(1);
    expect(wrong.toDo).toEqual([
      expect.stringContaining('does not accept the user "foyer_api" with this password'),
      expect.stringContaining('may do more than it can be granted'),
    ]);
    const plain = withAccount(testDatabaseUrl(), OWNER, 'plain-owner');
    const foreign = await check({ ...ACCOUNTS, MIGRATE_DATABASE_URL: plain });
    expect(foreign.toDo.join('\n')).toContain(`The account "${OWNER}" of MIGRATE_DATABASE_URL does not own `);
  });
});
