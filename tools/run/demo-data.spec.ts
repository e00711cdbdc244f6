import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { projectEnvironment } from '../project-environment.ts';
import { seedDemoData } from './demo-data.ts';

const pool = openTestPool(1);
beforeAll(() => emptyDatabase(pool));
afterAll(() => pool.end());

async function countRows(): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM oauth_clients) AS apps,
            (SELECT count(*) FROM team_invitations) AS team_invitations,
            (SELECT count(*) FROM event_invitations) AS event_invitations`,
  );
  return rows[0];
}

it('the demo data is added once, however often the portal starts', async () => {
  const env = {
    ...projectEnvironment(),
    DATABASE_URL: testDatabaseUrl(),
    CLIENT_APP_URL: 'http://localhost:3003',
    CLIENT_APP_SECRET: 'a secret of 32 characters or more',
  };
  const accounts = await seedDemoData(env);
  const before = await countRows();
  expect(before).toMatchObject({ apps: '1', team_invitations: '1', event_invitations: '1' });
  expect((await seedDemoData(env)).map(({ label }) => label)).toEqual(accounts.map(({ label }) => label));
  expect(await countRows()).toEqual(before);
});
