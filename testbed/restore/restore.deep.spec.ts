import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { roleUrls } from '@foyer/db/role-urls';
import { StartedProcess } from '@foyer/testing/start-process';
import { DATA, ROOT } from '@foyer/tools/paths';
import { withDatabaseName } from '@foyer/tools/prisma/migration-adapter';
import { migrateDatabase } from '@foyer/tools/prisma/run-prisma';
import { withClient } from '@foyer/tools/prisma/with-client';
import { buildAppsIfNeeded } from '@foyer/tools/run/build-apps';
import { seedDemoData } from '@foyer/tools/run/demo-data';
import { findFreePorts } from '@foyer/tools/run/ports';
import { startPostgres, type PostgresServer } from '@foyer/tools/run/postgres';
import { processEnvironment } from '@foyer/tools/run/process-environment';
import { readOrMakeSecrets } from '@foyer/tools/run/secrets';
import { describeUnless } from '../test-unless.ts';
import { digestRows } from './digest-rows.ts';
import { noPostgresTools, postgresTools } from './postgres-tools.ts';

const PLACE = join(DATA, 'test', `restore-${process.pid}`);
const DEMO_ACCOUNT = { email: 'free@demo.test', password: 'Seating-Chart-42!' };

/** Accounts as in a managed Postgres: no superuser, and the owner cannot create databases or roles. */
const ACCOUNTS = `
  CREATE ROLE plain_owner LOGIN PASSWORD 'owner';
  CREATE ROLE administrator LOGIN CREATEDB CREATEROLE PASSWORD 'administrator';
  GRANT plain_owner TO administrator;`;

function documentedCommands(): string {
  const page = readFileSync(join(ROOT, 'docs', 'operate.md'), 'utf8');
  const block = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].find(([, text]) => text?.includes('pg_restore'));
  return block?.[1] ?? '';
}

describeUnless(noPostgresTools, 'a backup', () => {
  const folder = join(tmpdir(), `foyer-restore-${process.pid}`);
  let server: PostgresServer;
  let owner: string;

  const urlOf = (account: string, password: string, database: string): string => {
    const url = new URL(server.urlOf(database));
    Object.assign(url, { username: account, password });
    return url.href;
  };
  const environmentFor = async (databaseUrl: string): Promise<Record<string, string>> => {
    const [ports, secrets] = await Promise.all([
      findFreePorts(),
      readOrMakeSecrets(join(folder, 'secrets.json')),
    ]);
    const env = {
      ...processEnvironment(databaseUrl, ports, secrets, ports.portal),
      STRIPE_API_URL: '',
      IDENTITY_PROVIDER_URL: '',
      LOG_LEVEL: 'info',
    };
    const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return Object.fromEntries(given);
  };

  beforeAll(async () => {
    mkdirSync(folder, { mode: 0o700 });
    await buildAppsIfNeeded(['api', 'web']);
    server = await startPostgres(PLACE, {
      logFile: `${PLACE}.log`,
      isDisposable: true,
      programs: join(postgresTools ?? '', '..'),
    });
    await withClient(server.urlOf('postgres'), (client) => client.query(ACCOUNTS));
    owner = urlOf('plain_owner', 'owner', 'foyer');
    await withClient(urlOf('administrator', 'administrator', 'postgres'), async (client) => {
      await client.query('CREATE DATABASE foyer OWNER plain_owner');
      for (const url of Object.values(roleUrls(owner))) {
        const { username, password } = new URL(url);
        await client.query(`CREATE ROLE ${username} LOGIN PASSWORD '${password}'`);
      }
    });
    await migrateDatabase(owner, roleUrls(owner));
    await seedDemoData(await environmentFor(owner));
  });
  afterAll(async () => {
    await server.remove();
    for (const path of [folder, `${PLACE}.log`]) rmSync(path, { recursive: true, force: true });
  });

  it('is restored by the documented commands, with an owner and an administrator without superuser rights', async () => {
    const restored = withDatabaseName(owner, 'foyer_restored');
    execFileSync('sh', ['-eu', '-c', documentedCommands()], {
      cwd: folder,
      stdio: 'pipe',
      env: {
        PATH: `${postgresTools}:${process.env['PATH']}`,
        MIGRATE_DATABASE_URL: owner,
        SERVER_URL: urlOf('administrator', 'administrator', 'postgres'),
        OWNER: 'plain_owner',
        RESTORED_URL: restored,
      },
    });
    const [before, after] = [await digestRows(owner), await digestRows(restored)];
    expect(before.get('users')?.rows).toBeGreaterThan(0);
    expect(after).toEqual(before);
    await migrateDatabase(restored, roleUrls(restored));
    expect(await logIn(await environmentFor(roleUrls(restored).api))).toBe(200);
  });
});

async function logIn(env: Record<string, string>): Promise<number> {
  const api = await StartedProcess.start('apps/api/dist/main.js', env, 'the portal is up');
  try {
    const url = `http://localhost:${env['PORT']}`;
    const session = await fetch(`${url}/session`);
    const { csrfToken } = (await session.json()) as { csrfToken: string };
    const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
    const login = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'csrf-token': csrfToken, cookie: cookie.join('; ') },
      body: JSON.stringify(DEMO_ACCOUNT),
    });
    return login.status;
  } finally {
    await api.kill('SIGTERM');
  }
}
