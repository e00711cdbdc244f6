import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

const POOLER = 'postgresql://127.0.0.1:1/pooler';

function migrate(variables: Record<string, string>) {
  return spawnSync(process.execPath, ['tools/deploy/migrate.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
  });
}

it('migrates past a pooler, by the address of Postgres itself', () => {
  const { status, stdout } = migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: testDatabaseUrl() });
  expect(stdout).toContain('Tables and queues are up to date.');
  expect(status).toBe(0);
  expect(migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: '' }).status).toBe(1);
});

it('says in one sentence why nobody is let in, and by which variable', () => {
  const elsewhere = new URL(testDatabaseUrl());
  elsewhere.pathname = '/nowhere';
  const isAnswered = (variables: Record<string, string>, sentence: string) => {
    const { status, stdout, stderr } = migrate(variables);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `\n${sentence}\n\n` });
  };
  isAnswered(
    { MIGRATE_DATABASE_URL: elsewhere.href, DATABASE_DIRECT_URL: POOLER },
    `MIGRATE_DATABASE_URL: there is no database "nowhere" at ${elsewhere.host}. Create it (createdb nowhere), or name another.`,
  );
  isAnswered(
    { DATABASE_DIRECT_URL: POOLER },
    'DATABASE_DIRECT_URL: no database server answers at 127.0.0.1:1. Is it running, and is the port right?',
  );
});
