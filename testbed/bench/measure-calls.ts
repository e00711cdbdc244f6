import { constants } from 'node:os';
import { cpuSecondsOf } from '../harness/program.ts';
import type { Replica, Harness } from '../harness/harness.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { cpu, lines, mb, ms, notes, perSecond, ratio } from './report.ts';
import { measureBareHashes, sendLoad } from './run-child.ts';
import { seedKnownBrowsers } from './seed-users.ts';
import { makeAssertions, makeBombs, type createCompanies } from './subjects.ts';
import { judge, figureRow } from './table.ts';

const CONNECTIONS = 16;
const SECONDS = 4;
const WARM_UP_SECONDS = 1;
const PAIRS = 3;
const ASSERTIONS = 500;
const FLOOD_CONNECTIONS = 4;
const FLOOD_PER_SECOND = 100;
/** The number of users at the start. The load selects them at random. */
export const FEW = 1_000;
export const COMPANIES = 20;

/** The next unique number. Lower numbers select authorization codes (`seedCodes`). */
let firstNumber = 1_000_000;

/** Runs a load, after a short warm-up unless `isOnce`. `cpuMs` is the API's CPU time per call. */
export async function load(
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

function takeNumbers(): number {
  firstNumber += 1_000_000;
  return firstNumber - 1_000_000;
}

function unexpectedStatuses({ statuses, answered }: LoadResult, expected: string): string {
  const odd = answered - (statuses[expected] ?? 0);
  return odd === 0 ? '' : `, ${odd} of ${answered} NOT ${expected}: ${JSON.stringify(statuses)}`;
}

export async function measureRate(
  api: Replica,
  what: string,
  request: LoadRequest,
  goal?: [number, number],
  numbers?: [number, number],
): Promise<LoadResult> {
  const result = await load(api, [request], FEW, numbers && { numbers });
  const expected = request.path.startsWith('/register') ? '201' : '200';
  const detail = `${cpu(result.cpuMs)} of the API's CPU a call, p99 ${ms(result.p99)}${unexpectedStatuses(result, expected)}`;
  if (goal) lines.push(judge(what, result.perSecond, { atLeast: goal }, perSecond, detail));
  else lines.push(figureRow(what, `${perSecond(result.perSecond)} (${detail})`));
  return result;
}

export async function measureLogin(
  harness: Harness,
  api: Replica,
  { login, loginInKnownBrowser }: Record<'login' | 'loginInKnownBrowser', LoadRequest>,
): Promise<void> {
  const fresh = await compareWithHash(api, login);
  await seedKnownBrowsers(harness.pool, 1, FEW);
  const known = await compareWithHash(api, loginInKnownBrowser);
  lines.push(
    judge('POST /login / bare argon2id', fresh.rate, { atLeast: [0.75, 0.85] }, ratio, fresh.detail),
  );
  const line = judge("API's CPU of a login / of a bare hash", fresh.cpu, { atMost: [Infinity, 1.05] }, ratio);
  lines.push({ ...line, pass: '', verdict: line.verdict === 'moonshot' ? 'moonshot' : '-' });
  lines.push(
    figureRow(
      'the same two in a known browser',
      `${ratio(known.rate)} (${known.detail}); ${ratio(known.cpu)}`,
    ),
  );
}

type Compared = { rate: number; cpu: number; detail: string };

/** Measures bare hashing and logins in turn, so that other load affects both. Returns the median pair. */
async function compareWithHash(api: Replica, login: LoadRequest): Promise<Compared> {
  const pairs: Compared[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const bare = await measureBareHashes(SECONDS);
    const logins = await load(api, [login]);
    pairs.push({
      rate: logins.perSecond / bare.perSecond,
      cpu: logins.cpuMs / bare.cpuMs,
      detail: `${perSecond(logins.perSecond)} and ${perSecond(bare.perSecond)}${unexpectedStatuses(logins, '200')}`,
    });
  }
  const middle = pairs.toSorted((one, other) => one.rate - other.rate)[Math.floor(PAIRS / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return middle;
}

export async function measureSession(api: Replica, session: LoadRequest, login: LoadRequest): Promise<void> {
  const calm = await load(api, [session]);
  const detail = `${cpu(calm.cpuMs)} of the API's CPU a call, p99 ${ms(calm.p99)}${unexpectedStatuses(calm, '200')}`;
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
  const rate = `at ${perSecond(stormy.perSecond)}, p50 ${ms(stormy.p50)}${unexpectedStatuses(stormy, '200')}`;
  lines.push(judge('p99 of GET /session in a storm of logins', stormy.p99, { atMost: [20, 8] }, ms, rate));
  const [single] = await Promise.all([
    load(api, [session], FEW, { connections: 1 }),
    load(api, [login], FEW, { forSeconds: SECONDS + 2 }),
  ]);
  lines.push(
    figureRow('the same of one visitor at a time', `${ms(single.p99)} (at ${perSecond(single.perSecond)})`),
  );
}

export async function measureAssertions(
  harness: Harness,
  api: Replica,
  companies: Awaited<ReturnType<typeof createCompanies>>,
): Promise<void> {
  const warm = await makeAssertions(api.url, companies, 'warm', 60);
  await load(api, warm, FEW, { isOnce: true, forSeconds: 60 });
  const measure = async (label: string, some: typeof companies) => {
    const assertions = await makeAssertions(api.url, some, label, ASSERTIONS);
    const database = await databaseCpu(harness);
    const result = await load(api, assertions, FEW, { isOnce: true, forSeconds: 60 });
    const databaseMs = (((await databaseCpu(harness)) - database) * 1000) / result.answered;
    const detail = `CPU a call: API ${ms(result.cpuMs)}, Postgres ${ms(databaseMs)}; p99 ${ms(result.p99)}${unexpectedStatuses(result, '303')}`;
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
  lines.push(figureRow('the same, all of one company', `${perSecond(one.result.perSecond)} (${one.detail})`));
  const made = await harness.pool.query(`SELECT FROM users WHERE email LIKE 'many-%' OR email LIKE 'one-%'`);
  notes.push(`The assertions made ${made.rowCount} users of ${2 * ASSERTIONS}.`);
}

/**
 * Measures one visitor in turns with and without a flood of XML bombs. The replica has the rate limits of production,
 * which are part of the defense. The attacker shares this machine, so the flood runs at low priority and at a bounded
 * rate, which the report shows.
 */
export async function measureBombs(
  harness: Harness,
  session: LoadRequest,
  companies: Awaited<ReturnType<typeof createCompanies>>,
): Promise<void> {
  const api = await harness.startApi({ RATE_LIMIT_FACTOR: '1' });
  const pairs: { quiet: number; flooded: number; detail: string }[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const requests = await makeBombs(api.url, companies);
    const quiet = await load(api, [session], FEW, { connections: 1 });
    const flood = sendLoad(
      {
        url: api.url,
        connections: FLOOD_CONNECTIONS,
        requests,
        range: FEW,
        first: takeNumbers(),
        seconds: SECONDS + 2 * WARM_UP_SECONDS,
        mostPerSecond: FLOOD_PER_SECOND,
      },
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
    const flooded = await load(api, [session], FEW, { connections: 1 });
    const { perSecond: bombs, statuses } = await flood;
    const detail = `${perSecond(bombs)} bombs of ${perSecond(FLOOD_PER_SECOND)} wanted: ${JSON.stringify(statuses)}, memory ${mb(api.program.memoryMb)}`;
    pairs.push({ quiet: quiet.p99, flooded: flooded.p99, detail });
  }
  await api.program.end('SIGTERM');
  const [middle] = pairs
    .toSorted((one, other) => one.flooded / one.quiet - other.flooded / other.quiet)
    .slice(PAIRS >> 1);
  if (!middle) return;
  lines.push(
    judge(
      'p99 of GET /session in a flood of XML bombs / without',
      middle.flooded / middle.quiet,
      { atMost: [2, 1.2] },
      ratio,
      `${ms(middle.flooded)} and ${ms(middle.quiet)}, ${middle.detail}`,
    ),
  );
}

async function databaseCpu({ pool }: Harness): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  return rows.reduce((sum, { pid }) => {
    try {
      return sum + cpuSecondsOf(pid);
    } catch {
      return sum;
    }
  }, 0);
}
