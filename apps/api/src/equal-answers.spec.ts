import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { TestApi } from './test-api.ts';
import { passwordBody } from './test-bodies.ts';

const TRIES = 200;
/** Medians of interleaved tries differ by less than this part; a missing hash would make it a multiple. */
const TOLERANCE = 0.25;

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe('known and unknown addresses', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  async function makeKnown(count: number): Promise<void> {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody({ email: 'template@example.com' }));
    const token = await api.mailedToken('template@example.com', 'verify-email');
    await visitor.post(`/reset-password?resetToken=${token}`, passwordBody());
    const template = await api.prisma.user.findFirstOrThrow();
    await api.prisma.team.update({ where: { id: template.teamId }, data: { seatLimit: count + 1 } });
    await api.pool.query(
      `INSERT INTO users (email, first_name, last_name, password_hash, team_id)
       SELECT 'known-' || n || '@example.com', 'Ada', 'Lovelace', $1, $2 FROM generate_series(0, $3::int - 1) n`,
      [template.passwordHash, template.teamId, count],
    );
  }

  it.each([
    ['/login', (email: string) => ({ email, password: 'wrong' })],
    ['/register-by-email', (email: string) => signUpBody({ email })],
    ['/forgot-password', (email: string) => ({ email })],
    ['/verify-email/resend', (email: string) => ({ email })],
  ])(
    'get the same status, body and time from %s, over 200 tries each',
    async (path, bodyOf) => {
      await makeKnown(TRIES);
      const visitor = await api.visit();
      const timings = { known: [] as number[], unknown: [] as number[] };
      const answers = { known: new Set<string>(), unknown: new Set<string>() };
      for (let number = -20; number < TRIES; number++)
        for (const kind of number % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const email = `${kind}-${number}@example.com`;
          const startedAt = performance.now();
          const { status, text } = await visitor.post(path, bodyOf(email));
          // The first few warm the process up.
          if (number < 0) continue;
          timings[kind].push(performance.now() - startedAt);
          answers[kind].add(`${status} ${text.replace(email, '')}`);
        }
      expect(answers.known).toEqual(answers.unknown);
      expect(answers.known.size).toBe(1);
      const ratio = median(timings.known) / median(timings.unknown);
      expect(ratio).toBeGreaterThan(1 - TOLERANCE);
      expect(ratio).toBeLessThan(1 / (1 - TOLERANCE));
      if (process.env['SHOW_RATIOS']) console.log(path, ratio.toFixed(3));
    },
    60_000,
  );
});
