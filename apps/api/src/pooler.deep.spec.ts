import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { runToEnd, StartedProcess } from '@foyer/testing/start-process';
import { testRoleUrls } from '@foyer/testing/test-database';
import { describeUnless } from '@foyer/testbed/test-unless';
import { canConnect } from '@foyer/tools/prisma/with-client';
import { findFreePort } from '@foyer/tools/run/ports';
import { testEnvironment } from './test-support/test-api.ts';
import { makeStartFolder } from './test-support/test-web-dist.ts';

const API = 'apps/api/dist/main.js';
const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
const noPgBouncer = major ? undefined : 'This machine has no pgbouncer on the PATH.';
const knowsStatements = Number(major) > 1 || Number(minor) >= 21;

describeUnless(noPgBouncer, 'a replica behind PgBouncer', () => {
  const folder = join(tmpdir(), `foyer-pooler-${process.pid}`);
  let pooler: ChildProcess | undefined;
  afterEach(async () => {
    if (pooler?.exitCode === null && pooler.kill()) await once(pooler, 'exit');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function startPooler(settings: string): Promise<string> {
    const port = await findFreePort();
    const { hostname, port: serverPort, pathname, username, password } = new URL(testRoleUrls().api);
    const server = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]\nfoyer = ${server} user=${username} password=${password} pool_size=1\n` +
        `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =\n${settings}\n`,
    );
    // PgBouncer refuses to run as root.
    const account = process.getuid?.() === 0 ? ['--user=nobody'] : [];
    pooler = spawn('pgbouncer', [...account, file], { stdio: 'ignore' });
    const url = `postgresql://anybody@127.0.0.1:${port}/foyer`;
    while (!(await canConnect(url))) await sleep(20);
    return url;
  }

  const environmentAt = (pooler: string): Record<string, string> => ({
    ...testEnvironment(),
    DATABASE_URL: pooler,
    DATABASE_DIRECT_URL: testRoleUrls().api,
  });

  it('does not start if PgBouncer mixes up named statements, and reports what is needed', async () => {
    const off = knowsStatements ? 'max_prepared_statements = 0' : '';
    const url = await startPooler(`pool_mode = transaction\n${off}`);
    const { code, stderr } = await runToEnd(API, environmentAt(url));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^DATABASE_URL: leads to a pooler that mixes up named statements \(.*\)\. PgBouncer needs version 1\.21 [^\n]*\n$/,
    );
  });

  it('starts if PgBouncer keeps a connection for a whole session', async () => {
    const url = await startPooler('pool_mode = session');
    const api = await StartedProcess.start(API, environmentAt(url), 'the portal is up', makeStartFolder());
    await api.kill('SIGTERM');
    expect(await api.exit()).toBe(0);
  });
});
