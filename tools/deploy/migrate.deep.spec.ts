import { runToEnd } from '@foyer/testing/start-process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';

const POOLER = 'postgresql://127.0.0.1:1/pooler';

const migrate = (variables: Record<string, string>) => runToEnd('tools/deploy/migrate.ts', variables);

it('migrates past a pooler, by the address of Postgres itself', async () => {
  const { code, stdout } = await migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: testDatabaseUrl() });
  expect(stdout).toContain('Tables and queues are up to date.');
  expect(code).toBe(0);
  expect(await migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: '' })).toMatchObject({ code: 1 });
});

it('says in one sentence why nobody is let in, and by which variable', async () => {
  const elsewhere = new URL(testDatabaseUrl());
  elsewhere.pathname = '/nowhere';
  const isAnswered = async (variables: Record<string, string>, sentence: string) =>
    expect(await migrate(variables)).toEqual({ code: 1, stdout: '', stderr: `\n${sentence}\n\n` });
  await isAnswered(
    { MIGRATE_DATABASE_URL: elsewhere.href, DATABASE_DIRECT_URL: POOLER },
    `MIGRATE_DATABASE_URL: there is no database "nowhere" at ${elsewhere.host}. Create it (createdb nowhere), or name another.`,
  );
  await isAnswered(
    { DATABASE_DIRECT_URL: POOLER },
    'DATABASE_DIRECT_URL: no database server answers at 127.0.0.1:1. Is it running, and is the port right?',
  );
});
