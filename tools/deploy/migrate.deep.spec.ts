import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

const POOLER = 'postgresql://127.0.0.1:1/pooler';

it('migrates past a pooler, by the address of Postgres itself', () => {
  const migrate = (variables: Record<string, string>) =>
    spawnSync(process.execPath, ['tools/deploy/migrate.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...variables },
    });
  const { status, stdout } = migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: testDatabaseUrl() });
  expect(stdout).toContain('Tables and queues are up to date.');
  expect(status).toBe(0);
  expect(migrate({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL: '' }).status).toBe(1);
});
