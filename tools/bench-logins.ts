/**
 * `npm run bench:logins`: what a flood of logins does to everybody else. Prints, it does not judge: the figures are of
 * this machine, and the load shares its cores.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { startStoryPortal } from './portal/story-portal.ts';

const LOGINS = 500;
const READ_EVERY_MS = 20;
const QUIET_MS = 2_000;

const portal = await startStoryPortal();
const { portalUrl } = portal.addresses;
try {
  const apiPid = findListener(new URL(portalUrl).port);
  const quiet = startReading(portalUrl);
  await wait(QUIET_MS);
  const before = await quiet.stop();
  const memoryBefore = memoryOf(apiPid);

  const visitors = await Promise.all(Array.from({ length: LOGINS }, () => openVisitor(portalUrl)));
  const flooded = startReading(portalUrl);
  let memoryMost = memoryBefore;
  const watch = setInterval(() => (memoryMost = Math.max(memoryMost, memoryOf(apiPid))), 50);
  const startedAt = performance.now();
  const statuses = await Promise.all(visitors.map((visitor, number) => logIn(portalUrl, visitor, number)));
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  const during = await flooded.stop();

  const tally: Record<number, number> = {};
  for (const status of statuses) tally[status] = (tally[status] ?? 0) + 1;
  console.log(`\n${LOGINS} logins at once, answered in ${seconds.toFixed(1)} s: ${JSON.stringify(tally)}`);
  for (const path of ['/', '/session'] as const)
    console.log(
      `GET ${path.padEnd(9)} quiet p50 ${ms(before[path], 0.5)}, p95 ${ms(before[path], 0.95)} · ` +
        `flooded p50 ${ms(during[path], 0.5)}, p95 ${ms(during[path], 0.95)}, ${during[path].length} answered, ${during.failed} failed`,
    );
  console.log(`API memory: ${memoryBefore.toFixed(0)} MB before, ${memoryMost.toFixed(0)} MB at most`);
} finally {
  await portal.stop();
}
process.exit(0);

type Readings = { '/': number[]; '/session': number[]; failed: number };

/** Reads both addresses again and again until it is stopped. */
function startReading(url: string): { stop: () => Promise<Readings> } {
  const readings: Readings = { '/': [], '/session': [], failed: 0 };
  let isStopped = false;
  const read = async (path: '/' | '/session'): Promise<void> => {
    while (!isStopped) {
      const startedAt = performance.now();
      const headers = { accept: path === '/' ? 'text/html' : 'application/json' };
      const isGood = await fetch(url + path, { headers }).then(
        (response) => response.arrayBuffer().then(() => response.ok),
        () => false,
      );
      if (isGood) readings[path].push(performance.now() - startedAt);
      else readings.failed += 1;
      await wait(READ_EVERY_MS);
    }
  };
  const reading = Promise.all([read('/'), read('/session')]);
  return {
    stop: async () => {
      isStopped = true;
      await reading;
      return readings;
    },
  };
}

async function openVisitor(url: string): Promise<{ cookie: string; token: string }> {
  const response = await fetch(`${url}/session`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { cookie, token: csrfToken };
}

async function logIn(
  url: string,
  visitor: { cookie: string; token: string },
  number: number,
): Promise<number> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: visitor.cookie, 'csrf-token': visitor.token },
    body: JSON.stringify({ email: `nobody-${number}@bench.test`, password: 'wrong' }),
  });
  await response.arrayBuffer();
  return response.status;
}

function ms(values: number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`;
}

/** The process that listens on a port. */
function findListener(port: string): number {
  const line = execFileSync('ss', ['-ltnpH', `sport = :${port}`], { encoding: 'utf8' });
  return Number(/pid=(\d+)/.exec(line)?.[1]);
}

/** Resident memory in MB. */
function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1e6;
}
