import { join } from 'node:path';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { ROOT } from '@foyer/tools/paths';
import { Visitor } from '../../harness/visitor.ts';
import { condition, type Scenario } from '../scenario.ts';
import { until, type Stage } from '../stage.ts';

const SKEW_MS = 300_000;
const LOCK_MS = 600_000;
const DAY_S = 86_400;
const TOLERANCE_S = 10;

export const clocksDiffer: Scenario = {
  name: 'replicas whose clocks are 5 minutes fast and 5 minutes slow',
  async run(stage) {
    const fast = await startSkewed(stage, SKEW_MS);
    const slow = await startSkewed(stage, -SKEW_MS);
    try {
      const locks = [
        await lockedFor(fast.url, slow.url, 'fast'),
        await lockedFor(slow.url, fast.url, 'slow'),
      ];
      const lives = [await linkLife(stage, fast.url, 'fast'), await linkLife(stage, slow.url, 'slow')];
      const isLockGood = locks.every((ms) => ms <= LOCK_MS && ms > LOCK_MS - TOLERANCE_S * 1000);
      const isLifeGood = lives.every((seconds) => Math.abs(seconds - DAY_S) < TOLERANCE_S);
      const isKnown = await isSessionShared(stage, fast.url, slow.url);
      return [
        condition(
          'an address is locked for 600 s, at either replica',
          locks.map((ms) => `${Math.round(ms / 1000)} s`).join(' and '),
          isLockGood,
        ),
        condition(
          'a link lives 24 h',
          lives.map((seconds) => `${(seconds / 3600).toFixed(2)} h`).join(' and '),
          isLifeGood,
        ),
        condition('a session of one is good at the other', isKnown ? 'yes' : 'no', isKnown),
      ];
    } finally {
      await fast.program.end('SIGKILL');
      await slow.program.end('SIGKILL');
    }
  },
};

function startSkewed(stage: Stage, skewMs: number) {
  const clock = join(ROOT, 'testbed', 'faults', 'skewed-clock.mjs');
  return stage.harness.startApi({ NODE_OPTIONS: `--import=${clock}`, CLOCK_SKEW_MS: String(skewMs) });
}

/** Returns the remaining milliseconds of the lock, as reported by the other replica. */
async function lockedFor(url: string, otherUrl: string, name: string): Promise<number> {
  const visitor = await Visitor.open(url);
  const body = { email: `clock-${name}@harness.test`, password: 'wrong' };
  for (let tries = 0; tries < 5; tries++) await visitor.post('/login', body);
  const { body: answer } = await (await Visitor.open(otherUrl)).post('/login', body);
  return Number(answer['lockedForMs']);
}

/** Signs up at a replica. Returns the lifetime in seconds of the mailed link, which any replica may have created. */
async function linkLife(stage: Stage, url: string, name: string): Promise<number> {
  const email = `clock-link-${name}@harness.test`;
  await (await Visitor.open(url)).post('/register-by-email', signUpBody({ email }));
  const life = (): Promise<number> =>
    stage.count(
      `SELECT coalesce(extract(epoch FROM max(expires_at) - max(created_at)), 0) AS count FROM one_time_links WHERE email = $1`,
      [email],
    );
  await until(10_000, async () => (await life()) > 0);
  return life();
}

async function isSessionShared(stage: Stage, url: string, otherUrl: string): Promise<boolean> {
  const email = 'clock-session@harness.test';
  const { rows } = await stage.harness.pool.query<{ id: string }>(
    `INSERT INTO teams (name) VALUES ('Clock') RETURNING id`,
  );
  const { hash } = await import('@node-rs/argon2');
  const password = 'Round-Tables-For-8!';
  await stage.harness.pool.query(
    `INSERT INTO users (email, first_name, last_name, password_hash, team_id) VALUES ($1, 'Ada', 'Clock', $2, $3)`,
    [email, await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }), rows[0]?.id],
  );
  const visitor = await Visitor.open(url);
  await visitor.post('/login', { email, password });
  const { body } = await visitor.at(otherUrl).get('/session');
  return (body['user'] as { email?: string } | undefined)?.email === email;
}
