import { runToEnd } from '@foyer/testing/start-process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';

const migrate = (variables: Record<string, string>, ...args: string[]) =>
  runToEnd('tools/deploy/migrate.ts', variables, args);

it('the migration needs the URL of each account', async () => {
  const url = testDatabaseUrl();
  const { code, stdout } = await migrate({
    MIGRATE_DATABASE_URL: url,
    DATABASE_URL: url,
    WORKER_DATABASE_URL: url,
  });
  expect(stdout).toMatch(/^Tables and queues are up to date\. API, worker and migration share an account/);
  expect(code).toBe(0);
  expect(await migrate({ DATABASE_URL: url })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\nSet MIGRATE_DATABASE_URL and WORKER_DATABASE_URL: /),
  });
});

it('the migration explains in one sentence why a connection fails, and names the variable', async () => {
  const elsewhere = new URL(testDatabaseUrl());
  elsewhere.pathname = '/nowhere';
  const isAnswered = async (owner: string, sentence: string) => {
    const others = { DATABASE_URL: testDatabaseUrl(), WORKER_DATABASE_URL: testDatabaseUrl() };
    const stderr = `\n${sentence}\n\n`;
    expect(await migrate({ ...others, MIGRATE_DATABASE_URL: owner })).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
  };
  await isAnswered(
    elsewhere.href,
    `MIGRATE_DATABASE_URL: there is no database "nowhere" at ${elsewhere.host}. Create it (createdb nowhere), or set the name of another.`,
  );
  await isAnswered(
    'postgresql://127.0.0.1:1/foyer',
    'MIGRATE_DATABASE_URL: no database server answers at 127.0.0.1:1. Check that it runs, and that the port is right.',
  );
});
