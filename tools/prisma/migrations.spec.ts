import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { PRISMA_CLI } from './run-prisma.ts';

/** Prisma's own command line, on the engine we put in the place of its downloaded one. */
function runPrisma(...args: string[]) {
  const env = projectEnvironment({ DATABASE_URL: testDatabaseUrl() });
  return spawnSync('node', [PRISMA_CLI, ...args], { cwd: ROOT, env, encoding: 'utf8' });
}

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

it('makes ids in the order in which they are asked for, also within a millisecond', async () => {
  const pool = openTestPool(1);
  const ids: string[] = [];
  for (let count = 0; count < 200; count++)
    ids.push((await pool.query<{ id: string }>('SELECT uuid_v7() AS id')).rows[0]!.id);
  await pool.end();
  expect(ids).toEqual(ids.toSorted());
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Math.abs(parseInt(ids[0]!.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(3_600_000);
});
