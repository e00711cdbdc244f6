/**
 * `npm run bench`: cost and speed of the portal in one table, next to the goals of docs/performance.md. The client
 * shares the machine with one API replica and one durable Postgres. Rates depend on the machine and its other load. CPU
 * time per call depends mainly on the machine. Ratios depend little on either. `-- --short` skips the million users,
 * Lighthouse and `npm start`. `-- --pages` measures only the cost of each page on a slow phone.
 */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_MAIL_QUEUE, MAIL_QUEUE, SIGN_UP_MAIL_QUEUE } from '@foyer/mail/queues';
import { exitWithError } from '@foyer/tools/command-error';
import { waitForStopRequest } from '@foyer/tools/run/processes';
import { Harness, type Replica } from '../harness/harness.ts';
import { findSequentialScans } from './explain.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import {
  COMPANIES,
  FEW,
  load,
  measureAssertions,
  measureBombs,
  measureLogin,
  measureRate,
  measureSession,
} from './measure-calls.ts';
import { measurePage } from './page.ts';
import { measurePages } from './pages.ts';
import { cpu, kb, lines, mb, notes, perSecond, ratio, seconds, whole } from './report.ts';
import { measureLayers } from './layers.ts';
import { countRoundTrips } from './round-trips.ts';
import { seedUsers } from './seed-users.ts';
import { timeStart } from './start-command.ts';
import { createCompanies, jsonRequests, makeAssertions, seedCodes } from './subjects.ts';
import { judge, figureRow, writeTable } from './table.ts';

const MANY = 1_000_000;
const CODES = 30_000;
const MAILS = 2_000;

const isShort = process.argv.includes('--short');
const isOfPages = process.argv.includes('--pages');
let harness: Harness | undefined;

try {
  const isDone = await Promise.race([
    (isOfPages ? benchPages() : bench()).then(() => true),
    waitForStopRequest(),
  ]);
  await harness?.stop();
  console.log(`\n${isOfPages ? '' : writeTable(lines)}\n\n${notes.join('\n')}\n`);
  process.exit(isDone ? 0 : 130);
} catch (error) {
  await harness?.stop();
  exitWithError(error);
}

async function benchPages(): Promise<void> {
  harness = await Harness.start('bench');
  notes.push(await measurePages(harness));
}

async function bench(): Promise<void> {
  harness = await Harness.start('bench');
  const at = `${availableParallelism()} x ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 1e9)} GB`;
  notes.push(`Machine: ${at}; load average before ${loadavg()[0]?.toFixed(1)}; Node ${process.version}.`);
  await seedUsers(harness.pool, 1, FEW);
  const api = await harness.startApi(
    { PUBLIC_URL: `http://127.0.0.1:${harness.ports.portal}` },
    harness.ports.portal,
  );
  const memory = watchMemory(api);
  const requests = await jsonRequests(api.url);
  const companies = await createCompanies(harness, api.url, COMPANIES);
  const code = await seedCodes(harness, CODES);

  const trips = await countRoundTrips(
    harness,
    {
      'GET /session': [requests.session],
      'GET /invitation/team': [requests.invitation],
      'POST /oauth/token': Array.from({ length: 20 }, (_, number) => ({
        ...code,
        body: code.body?.replace('{n}', String(CODES - 1 - number)),
      })) as LoadRequest[],
      'POST /register-by-email': [requests.register],
      'POST /login': [requests.login],
      'POST /saml/…/acs, new person': await makeAssertions(api.url, companies, 'count', 20),
    },
    FEW,
  );

  await measureLogin(harness, api, requests);
  memory.mark('login');
  await measureSession(api, requests.session, requests.login);
  await measureLayers(harness, requests.session);
  memory.mark('session');
  const register = await measureRate(
    api,
    'POST /register-by-email, mail job included',
    requests.register,
    [2_500, 5_000],
  );
  memory.mark('register');
  const invitation = await measureRate(api, 'GET /invitation/team/{id}', requests.invitation);
  memory.mark('invitation');
  await measureAssertions(harness, api, companies);
  memory.mark('assertions');
  await measureBombs(harness, requests.session, companies);
  await measureRate(api, 'code to token', code, [1_500, 3_300], [0, CODES / 3]);
  memory.mark('tokens');
  for (const { name, trips: count, statements } of trips.calls) {
    lines.push(judge(`round trips to the database: ${name}`, count, { atMost: [3, 1] }, whole));
    if (count > 3)
      notes.push(`${name}, ${count} round trips:\n${statements.map((text) => `    ${text}`).join('\n')}`);
  }
  lines.push(judge('memory of the API process under all of this', memory.stop(), { atMost: [250, 180] }, mb));
  await measureMails();
  if (isShort) return;

  await measurePageOf(api);
  const session = await load(api, [requests.session], FEW);
  await seedUsers(harness.pool, FEW + 1, MANY);
  await measureGrowth(api, requests, { session, register, invitation }, trips.statements);
  await api.program.end('SIGTERM');
  const start = await timeStart();
  if (typeof start === 'string') lines.push(figureRow('npm start, warm', `not measured: ${start}`));
  else lines.push(judge('npm start to ready, warm', start, { atMost: [10, 5] }, seconds));
}

async function measureMails(): Promise<void> {
  if (!harness) return;
  await harness.pool.query('DELETE FROM pgboss.job WHERE name = ANY($1)', [
    [MAIL_QUEUE, ACCOUNT_MAIL_QUEUE, SIGN_UP_MAIL_QUEUE],
  ]);
  await harness.enqueueMails('bench', MAILS);
  const worker = await harness.startWorker();
  const { smtp } = harness;
  for (let waited = 0; smtp.count('bench-').all < MAILS && waited < 120_000; waited += 50) await wait(50);
  const times = smtp.mails.filter(({ to }) => to.startsWith('bench-')).map(({ at }) => at);
  const rate = times.length / ((Math.max(...times) - Math.min(...times)) / 1000);
  const cpuMs = (worker.cpuSeconds * 1000) / times.length;
  lines.push(
    judge(
      'mails a second of one worker',
      rate,
      { atLeast: [200, 400] },
      perSecond,
      `${cpu(cpuMs)} of its CPU a mail, start included`,
    ),
  );
  await worker.end('SIGTERM');
}

async function measurePageOf(api: Replica): Promise<void> {
  const page = await measurePage(`${api.url}/`);
  lines.push(
    judge('login page: scripts and styles, brotli', page.scriptsAndStylesKb, { atMost: [90, 75] }, kb),
  );
  lines.push(judge('login page: fonts', page.fontsKb, { atMost: [30, 20] }, kb));
  lines.push(judge('login page: LCP, Lighthouse mobile', page.lcpSeconds, { atMost: [1.4, 0.8] }, seconds));
  lines.push(judge('Lighthouse: accessibility', page.accessibility, { atLeast: [100, 100] }, whole));
  lines.push(judge('Lighthouse: best practices', page.bestPractices, { atLeast: [100, 100] }, whole));
  lines.push(judge('Lighthouse: performance, mobile', page.performanceMobile, { atLeast: [95, 100] }, whole));
  lines.push(
    judge('Lighthouse: performance, desktop', page.performanceDesktop, { atLeast: [100, 100] }, whole),
  );
}

async function measureGrowth(
  api: Replica,
  requests: Awaited<ReturnType<typeof jsonRequests>>,
  few: Record<'session' | 'register' | 'invitation', LoadResult>,
  statements: string[],
): Promise<void> {
  const [label, goal] = ['1 000 000 users / 1 000', { atLeast: [0.65, 0.8] }] as const;
  for (const name of ['session', 'register', 'invitation'] as const) {
    const many = await load(api, [requests[name]], MANY);
    const detail = `${perSecond(many.perSecond)} and ${perSecond(few[name].perSecond)}`;
    lines.push(
      judge(
        `${label}: ${name}`,
        many.perSecond / few[name].perSecond,
        { atLeast: [...goal.atLeast] },
        ratio,
        detail,
      ),
    );
  }
  if (!harness) return;
  const { explained, found } = await findSequentialScans(harness.pool, statements);
  lines.push(
    judge(
      `sequential scans of large tables in ${explained} statements`,
      found.length,
      { atMost: [0, 0] },
      whole,
    ),
  );
  notes.push(...found.map((text) => `Sequential scan of ${text}`));
  const { rows } = await harness.pool.query<{ name: string; size: string }>(
    `SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size FROM pg_class
      WHERE relkind = 'r' AND reltuples > $1 ORDER BY pg_total_relation_size(oid) DESC`,
    [MANY / 2],
  );
  notes.push(
    `With indexes, a million rows each: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}.`,
  );
}

function watchMemory(api: Replica): { mark: (part: string) => void; stop: () => number } {
  const parts: string[] = [`at rest ${mb(api.program.memoryMb)}`];
  let most = 0;
  let mostOfPart = 0;
  const timer = setInterval(() => {
    if (api.program.isRunning) mostOfPart = Math.max(mostOfPart, api.program.memoryMb);
  }, 50);
  return {
    mark: (part) => {
      parts.push(`${part} ${mb(mostOfPart)}`);
      most = Math.max(most, mostOfPart);
      mostOfPart = 0;
    },
    stop: () => {
      clearInterval(timer);
      notes.push(`Memory of the API process, the most in each part: ${parts.join(', ')}.`);
      return most;
    },
  };
}
