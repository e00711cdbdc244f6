import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA, ROOT } from '../paths.ts';
import { isAlive } from './folder-lock.ts';
import { preparePostgresHome, type PostgresHome } from './postgres-home.ts';
import { findRunningServer, removePostgres } from './postgres.ts';

const PLACE = join(DATA, 'test', `server-spec-${process.pid}`);

const STARTER = `
  import { startPostgres } from './tools/run/postgres.ts';
  await startPostgres(process.argv[1], { logFile: process.argv[1] + '.log', isDisposable: true });
  console.log('ready');
`;

describe('the embedded Postgres', () => {
  let home: PostgresHome;

  beforeAll(async () => {
    home = await preparePostgresHome(PLACE);
  });
  afterAll(async () => {
    await removePostgres(PLACE);
    rmSync(`${PLACE}.log`, { force: true });
  });

  const start = async (): Promise<ChildProcess> => {
    const child = spawn('node', ['--input-type=module', '-e', STARTER, PLACE], { cwd: ROOT });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
    if (!String(said).includes('ready')) throw new Error(complaint);
    return child;
  };
  const serverPid = (): number => findRunningServer(home)?.pid ?? 0;
  const untilGone = async (pid: number): Promise<void> => {
    while (isAlive(pid)) await wait(20);
  };

  it('stops when the process that started it is killed', async () => {
    const starter = await start();
    const pid = serverPid();
    expect(isAlive(pid)).toBe(true);
    starter.kill('SIGKILL');
    await untilGone(pid);
  });

  it('starts after a lock file that names another program’s process', async () => {
    writeFileSync(join(home.data, 'postmaster.pid'), `${process.pid}\n${home.data}\n1\n5432\n`);
    const starter = await start();
    const pid = serverPid();
    expect(pid).not.toBe(process.pid);
    starter.kill('SIGKILL');
    await untilGone(pid);
  });

  it('recovers after it was killed', async () => {
    const starter = await start();
    process.kill(serverPid(), 'SIGKILL');
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const next = await start();
    const pid = serverPid();
    next.kill('SIGKILL');
    await untilGone(pid);
    expect(existsSync(join(home.data, 'postmaster.pid'))).toBe(false);
  });

  it('rejects data of another major version', async () => {
    writeFileSync(join(home.data, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('was written by Postgres 17');
  });
});
