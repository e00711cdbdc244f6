/**
 * `npm run bench`: what the portal costs and how fast it is, as one table against the goals of DESIGN 9. One replica of
 * the API, one Postgres that writes to the disk as it should and the client share the machine, so rates say what this
 * machine does; ratios and processor time per call say what the portal does. `-- --short` leaves out the million users,
 * Lighthouse and `npm start`.
 */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { leaveWithFault } from '../fault.ts';
import { waitForStopRequest } from '../processes/stop-request.ts';
import { Rig, type Replica } from '../rig/rig.ts';
import { findSequentialScans } from './explain.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { measurePage } from './page.ts';
import { countRoundTrips } from './round-trips.ts';
import { hashBarely, sendLoad } from './run-child.ts';
import { seedUsers } from './seed-users.ts';
import { timeStart } from './start-command.ts';
import { foundCompanies, jsonRequests, makeAssertions, seedCodes } from './subjects.ts';
import { judge, tell, writeTable, type Line } from './table.ts';

const CONNECTIONS = 16;
const SECONDS = 4;
const WARM_UP_SECONDS = 1;
const FEW = 1_000;
const MANY = 1_000_000;
const PAIRS = 3;
const ASSERTIONS = 500;
const COMPANIES = 20;
const CODES = 30_000;
const MAILS = 2_000;

const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const cpu = (value: number): string => `${value.toFixed(2)} ms`;
const ratio = (value: number): string => value.toFixed(2);
const mb = (value: number): string => `${Math.round(value)} MB`;
const kb = (value: number): string => `${value.toFixed(1)} kB`;
const whole = (value: number): string => String(value);
const seconds = (value: number): string => `${value.toFixed(1)} s`;

const isShort = process.argv.includes('--short');
const lines: Line[] = [];
const notes: string[] = [];
let rig: Rig | undefined;
/** Those below are of the codes. */
let firstNumber = 1_000_000;

try {
  const isDone = await Promise.race([bench().then(() => true), waitForStopRequest()]);
  await rig?.stop();
  console.log(`\n${writeTable(lines)}\n\n${notes.join('\n')}\n`);
  process.exit(isDone ? 0 : 130);
} catch (error) {
  await rig?.stop();
  leaveWithFault(error);
}

async function bench(): Promise<void> {
  rig = await Rig.start('bench');
  const at = `${availableParallelism()} x ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 1e9)} GB`;
  notes.push(`Machine: ${at}; load average before ${loadavg()[0]?.toFixed(1)}; Node ${process.version}.`);
  await seedUsers(rig.pool, 1, FEW);
  const api = await rig.startApi({ PUBLIC_URL: `http://127.0.0.1:${rig.ports.portal}` }, rig.ports.portal);
  const memory = watchMemory(api);
  const requests = await jsonRequests(api.url);
  const companies = await foundCompanies(rig, api.url, COMPANIES);
  const code = await seedCodes(rig, CODES);

  const trips = await countRoundTrips(
    rig,
    {
      'GET /session': [requests.session],
      'GET /invitation/team': [requests.invitation],
      'POST /oauth/token': Array.from({ length: 20 }, (_, number) => ({
        ...code,
        body: code.body?.replace('{n}', String(CODES - 1 - number)),
      })) as LoadRequest[],
      'POST /register-by-email': [requests.register],
      'POST /login': [requests.login],
      'POST /saml/…/acs, new person': await makeAssertions(rig, companies, 'count', 20),
    },
    FEW,
  );

  await measureLogin(api, requests.login);
  memory.mark('login');
  await measureSession(api, requests.session, requests.login);
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
  await measureAssertions(api, companies);
  memory.mark('assertions');
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
  await seedUsers(rig.pool, FEW + 1, MANY);
  await measureGrowth(api, requests, { session, register, invitation }, trips.statements);
  await api.program.end('SIGTERM');
  const start = await timeStart();
  if (typeof start === 'string') lines.push(tell('npm start, warm', `not measured: ${start}`));
  else lines.push(judge('npm start to ready, warm', start, { atMost: [10, 5] }, seconds));
}

/** A load after a short one to warm up, with what it cost the API. */
async function load(
  api: Replica,
  requests: LoadRequest[],
  range = FEW,
  more: { connections?: number; forSeconds?: number; isOnce?: boolean; numbers?: [number, number] } = {},
): Promise<LoadResult & { cpuMs: number }> {
  const { connections = CONNECTIONS, forSeconds = SECONDS, isOnce = false } = more;
  const [warm, first] = more.numbers ?? [takeNumbers(), takeNumbers()];
  const plan = { url: api.url, connections, requests, range, isOnce };
  if (!isOnce) await sendLoad({ ...plan, seconds: WARM_UP_SECONDS, first: warm });
  const before = api.program.cpuSeconds;
  const result = await sendLoad({ ...plan, seconds: forSeconds, first });
  const cpuMs = ((api.program.cpuSeconds - before) * 1000) / result.answered;
  return { ...result, cpuMs };
}

/** Numbers for one load that no other has. */
function takeNumbers(): number {
  firstNumber += 1_000_000;
  return firstNumber - 1_000_000;
}

/** Says what else than the expected status came. */
function oddities({ statuses, answered }: LoadResult, expected: string): string {
  const odd = answered - (statuses[expected] ?? 0);
  return odd === 0 ? '' : `, ${odd} of ${answered} NOT ${expected}: ${JSON.stringify(statuses)}`;
}

async function measureRate(
  api: Replica,
  what: string,
  request: LoadRequest,
  goal?: [number, number],
  numbers?: [number, number],
): Promise<LoadResult> {
  const result = await load(api, [request], FEW, numbers && { numbers });
  const expected = request.path.startsWith('/register') ? '201' : '200';
  const detail = `${cpu(result.cpuMs)} of the API's CPU a call, p99 ${ms(result.p99)}${oddities(result, expected)}`;
  if (goal) lines.push(judge(what, result.perSecond, { atLeast: goal }, perSecond, detail));
  else lines.push(tell(what, `${perSecond(result.perSecond)} (${detail})`));
  return result;
}

/** Bare hashing and logins turn by turn, so that what else the machine does hits both. */
async function measureLogin(api: Replica, login: LoadRequest): Promise<void> {
  const pairs: { rate: number; cpu: number; perSecond: number; bare: number; detail: string }[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const bare = await hashBarely(SECONDS);
    const logins = await load(api, [login]);
    pairs.push({
      rate: logins.perSecond / bare.perSecond,
      cpu: logins.cpuMs / bare.cpuMs,
      perSecond: logins.perSecond,
      bare: bare.perSecond,
      detail: oddities(logins, '200'),
    });
  }
  const middle = pairs.toSorted((one, other) => one.rate - other.rate)[Math.floor(PAIRS / 2)];
  if (!middle) return;
  const detail = `${perSecond(middle.perSecond)} and ${perSecond(middle.bare)}${middle.detail}`;
  lines.push(judge('POST /login / bare argon2id', middle.rate, { atLeast: [0.75, 0.85] }, ratio, detail));
  const line = judge(
    "API's CPU of a login / of a bare hash",
    middle.cpu,
    { atMost: [Infinity, 1.05] },
    ratio,
  );
  lines.push({ ...line, pass: '', verdict: line.verdict === 'moonshot' ? 'moonshot' : '-' });
}

async function measureSession(api: Replica, session: LoadRequest, login: LoadRequest): Promise<void> {
  const calm = await load(api, [session]);
  const detail = `${cpu(calm.cpuMs)} of the API's CPU a call, p99 ${ms(calm.p99)}${oddities(calm, '200')}`;
  lines.push(
    judge(
      `GET /session, ${CONNECTIONS} connections`,
      calm.perSecond,
      { atLeast: [9_000, 14_000] },
      perSecond,
      detail,
    ),
  );
  const [stormy] = await Promise.all([
    load(api, [session]),
    load(api, [login], FEW, { forSeconds: SECONDS + 2 }),
  ]);
  const rate = `at ${perSecond(stormy.perSecond)}, p50 ${ms(stormy.p50)}${oddities(stormy, '200')}`;
  lines.push(judge('p99 of GET /session in a storm of logins', stormy.p99, { atMost: [20, 8] }, ms, rate));
  const [single] = await Promise.all([
    load(api, [session], FEW, { connections: 1 }),
    load(api, [login], FEW, { forSeconds: SECONDS + 2 }),
  ]);
  lines.push(
    tell('the same of one visitor at a time', `${ms(single.p99)} (at ${perSecond(single.perSecond)})`),
  );
}

async function measureAssertions(
  api: Replica,
  companies: Awaited<ReturnType<typeof foundCompanies>>,
): Promise<void> {
  if (!rig) return;
  const warm = await makeAssertions(rig, companies, 'warm', 60);
  await load(api, warm, FEW, { isOnce: true, forSeconds: 60 });
  const measure = async (label: string, some: typeof companies) => {
    const assertions = await makeAssertions(rig as Rig, some, label, ASSERTIONS);
    const database = await databaseCpu();
    const result = await load(api, assertions, FEW, { isOnce: true, forSeconds: 60 });
    const databaseMs = (((await databaseCpu()) - database) * 1000) / result.answered;
    const detail = `CPU a call: API ${ms(result.cpuMs)}, Postgres ${ms(databaseMs)}; p99 ${ms(result.p99)}${oddities(result, '303')}`;
    return { result, detail };
  };
  const many = await measure('many', companies);
  lines.push(
    judge(
      `assertion consumer, new people of ${COMPANIES} companies`,
      many.result.perSecond,
      { atLeast: [200, 400] },
      perSecond,
      many.detail,
    ),
  );
  const one = await measure('one', companies.slice(0, 1));
  lines.push(tell('the same, all of one company', `${perSecond(one.result.perSecond)} (${one.detail})`));
  const made = await rig.pool.query(`SELECT FROM users WHERE email LIKE 'many-%' OR email LIKE 'one-%'`);
  notes.push(`The assertions made ${made.rowCount} users of ${2 * ASSERTIONS}.`);
}

/** Processor time of all connections of the database, in seconds. */
async function databaseCpu(): Promise<number> {
  const { cpuSecondsOf } = await import('../rig/program.ts');
  const { rows } = (await rig?.pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')) ?? {
    rows: [],
  };
  return rows.reduce((sum, { pid }) => {
    try {
      return sum + cpuSecondsOf(pid);
    } catch {
      return sum;
    }
  }, 0);
}

async function measureMails(): Promise<void> {
  if (!rig) return;
  await rig.pool.query(`DELETE FROM pgboss.job WHERE name IN ('mail', 'account-mail')`);
  await rig.enqueueMails('bench', MAILS);
  const worker = await rig.startWorker();
  const { smtp } = rig;
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
  if (!rig) return;
  const { explained, found } = await findSequentialScans(rig.pool, statements);
  lines.push(
    judge(
      `sequential scans of large tables in ${explained} statements`,
      found.length,
      { atMost: [0, 0] },
      whole,
    ),
  );
  notes.push(...found.map((text) => `Sequential scan of ${text}`));
  const { rows } = await rig.pool.query<{ name: string; size: string }>(
    `SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size FROM pg_class
      WHERE relkind = 'r' AND reltuples > $1 ORDER BY pg_total_relation_size(oid) DESC`,
    [MANY / 2],
  );
  notes.push(
    `With indexes, a million rows each: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}.`,
  );
}

/** Watches how much memory the API uses: the most in each part of the bench, and over all. */
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
