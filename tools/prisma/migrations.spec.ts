import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { PRISMA_CLI } from './run-prisma.ts';

/** Prisma's own command line, on the engine we put in the place of its downloaded one. */
function runPrisma(...args: string[]) {
  const env = projectEnvironment({ DATABASE_URL: testDatabaseUrl() });
  return spawnSync('node', [PRISMA_CLI, ...args], { cwd: ROOT, env, encoding: 'utf8' });
}

it('finds the migrated database up to date', () => {
  const { status, stdout } = runPrisma('migrate', 'status');
  expect(stdout).toContain('Database schema is up to date!');
  expect(status).toBe(0);
});

it('finds that the migrations make exactly what schema.prisma describes', () => {
  const { status, stdout, stderr } = runPrisma(
    ...['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'],
    '--exit-code',
  );
  expect({ status, stdout, stderr }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('No difference'),
  });
});
