import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { PRISMA_CLI } from './run-prisma.ts';

/** What `requireMigrations` says of it is in failed-migration.spec. */
it('finds the migrated database up to date, by Prisma’s own command line', () => {
  const env = projectEnvironment({ DATABASE_URL: testDatabaseUrl() });
  const { status, stdout } = spawnSync('node', [PRISMA_CLI, 'migrate', 'status'], {
    ...{ cwd: ROOT, env, encoding: 'utf8' },
  });
  expect(stdout).toContain('Database schema is up to date!');
  expect(status).toBe(0);
});
