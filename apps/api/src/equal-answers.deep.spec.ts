import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { hashToken } from './request/secret-token.ts';
import { signUpOwner, teamMemberBody } from './test-support/test-accounts.ts';
import { TestApi } from './test-support/test-api.ts';
import { passwordBody } from './test-support/test-bodies.ts';

/**
 * The medians are compared after each round of this many tries, until they are close. Noise averages out over the
 * rounds, but a real difference remains.
 */
const TRIES = 50;
const MAX_ROUNDS = 24;
const WARM_UP = 20;
/**
 * The medians must differ by less than this fraction. If the password of an unknown address were not hashed, one median
 * would be a multiple of the other.
 */
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

  const sharedIdOf = (email: string) => `shared-id-of-${email}`;
  async function inviteAll(count: number): Promise<void> {
    await signUpOwner(api, 'olive@example.com', 2 * (count + WARM_UP) + 1);
    const emails = Array.from({ length: count + WARM_UP }, (_, number) => number - WARM_UP).flatMap(
      (number) => [`known-${number}@example.com`, `unknown-${number}@example.com`],
    );
    const hashes = emails.map((email) => hashToken(sharedIdOf(email)));
    await api.pool.query(
      `INSERT INTO team_invitations (team_id, inviter_id, email, shared_code_hash, expires_at)
       SELECT t.id, t.owner_id, i.email, i.hash, now() + interval '1 day'
         FROM unnest($1::text[], $2::bytea[]) i (email, hash), teams t JOIN users u ON u.id = t.owner_id
        WHERE u.email = 'olive@example.com'`,
      [emails, hashes],
    );
    await api.pool.query(
      `INSERT INTO event_invitations (event_id, event_name, inviter_name, inviter_email, email, shared_code_hash, expires_at)
       SELECT 'event-7', 'Gala', 'Olive', 'olive@example.com', i.email, i.hash, now() + interval '1 day'
         FROM unnest($1::text[], $2::bytea[]) i (email, hash)`,
      [emails, hashes],
    );
  }
  const gaveWrong = (times: number) => async (count: number) => {
    await api.pool.query(
      `INSERT INTO lockouts (subject, failed_count)
       SELECT kind || '-' || n || '@example.com', $1
         FROM unnest(ARRAY['known', 'unknown']) kind, generate_series($2::int, $3::int - 1) n`,
      [times, -WARM_UP, count],
    );
  };
  const wrongPassword = (email: string) => ({ email, password: 'wrong' });
  const withoutTime = (text: string) => text.replace(/("lockedForMs":)\d+/, '$1…');
  const guestBody = (email: string) => ({
    ...signUpBody({ email, form_type: 'COLLAB_SIGNUP' }),
    inviteId: sharedIdOf(email),
  });

  const nothingBefore = async () => {};
  it.each([
    ['/login', '', wrongPassword, nothingBefore],
    ['/login', ' with the fourth wrong password', wrongPassword, gaveWrong(3)],
    ['/login', ' with the fifth wrong password', wrongPassword, gaveWrong(4)],
    ['/login', ' while five other attempts are being checked', wrongPassword, gaveWrong(5)],
    ['/register-by-email', '', (email: string) => signUpBody({ email }), nothingBefore],
    ['/register-team-member', '', (email: string) => teamMemberBody(email, sharedIdOf(email)), inviteAll],
    ['/register-collaborator', '', guestBody, inviteAll],
    ['/forgot-password', '', (email: string) => ({ email }), nothingBefore],
    ['/verify-email/resend', '', (email: string) => ({ email }), nothingBefore],
  ])(
    'get the same status, body and response time from %s%s, in at least 50 tries each',
    async (path, tries, bodyOf, prepare) => {
      await makeKnown(TRIES * MAX_ROUNDS);
      await prepare(TRIES * MAX_ROUNDS);
      const visitor = await api.visit();
      const timings = { known: [] as number[], unknown: [] as number[] };
      const answers = { known: new Set<string>(), unknown: new Set<string>() };
      const ratio = () => median(timings.known) / median(timings.unknown);
      const isAlike = () => ratio() > 1 - TOLERANCE && ratio() < 1 / (1 - TOLERANCE);
      for (let number = -WARM_UP; number < TRIES * MAX_ROUNDS; number++) {
        if (number > 0 && number % TRIES === 0 && isAlike()) break;
        for (const kind of number % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const email = `${kind}-${number}@example.com`;
          const startedAt = performance.now();
          const { status, text } = await visitor.post(path, bodyOf(email));
          if (number < 0) continue;
          timings[kind].push(performance.now() - startedAt);
          answers[kind].add(`${status} ${withoutTime(text.replace(email, ''))}`);
        }
      }
      expect(answers.known).toEqual(answers.unknown);
      expect(answers.known.size).toBe(1);
      expect(ratio()).toBeGreaterThan(1 - TOLERANCE);
      expect(ratio()).toBeLessThan(1 / (1 - TOLERANCE));
      if (process.env['SHOW_RATIOS']) console.log(path + tries, ratio().toFixed(3));
    },
  );
});
