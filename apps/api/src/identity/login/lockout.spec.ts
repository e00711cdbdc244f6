import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';
const UNKNOWN = 'nobody@example.com';

describe('the lockout', () => {
  let replicas: TestApi[];
  let api: TestApi;
  let visitors: Visitor[];

  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas as [TestApi];
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    await signUp(api, EMAIL);
    visitors = await Promise.all(replicas.map((replica) => replica.visit()));
  });

  const login = (email: string, password: string, replica = 0) =>
    (visitors[replica] as Visitor).post('/login', { email, password });
  async function storm(count: number, email: string, passwordOf: (number: number) => string) {
    const fresh = await Promise.all(
      Array.from({ length: count }, (_, number) => (replicas[number % 2] as TestApi).visit()),
    );
    const replies = await Promise.all(
      fresh.map((visitor, number) =>
        visitor.postUntilChecked('/login', { email, password: passwordOf(number) }),
      ),
    );
    const tally: Record<number, number> = {};
    for (const { status } of replies) tally[status] = (tally[status] ?? 0) + 1;
    return tally;
  }
  async function lock(email: string): Promise<void> {
    await api.pool.query('INSERT INTO lockouts (subject, failed_count) VALUES ($1, 4)', [email]);
    expect((await login(email, 'wrong')).status).toBe(423);
  }
  const shift = (seconds: number) =>
    api.pool.query('UPDATE lockouts SET locked_until = locked_until - make_interval(secs => $1)', [seconds]);

  it.each([
    ['an account', EMAIL],
    ['no account', UNKNOWN],
  ])(
    'checks five of ten concurrent wrong passwords for an address with %s, on two replicas, and locks with the fifth [asvs 6.3.1]',
    async (_name, email) => {
      const tally = await storm(10, email, (number) => `wrong-${number}`);
      expect(tally).toEqual({ 401: 4, 423: 6 });
      const checked = { action: 'login', outcome: 'Unauthorized', email };
      expect(await api.prisma.auditEvent.count({ where: checked })).toBe(5);
    },
  );

  it('checks at most five concurrent attempts, even with a correct password and without an account', async () => {
    await api.pool.query('INSERT INTO lockouts (subject, failed_count) VALUES ($1, 5), ($2, 5)', [
      ...[EMAIL, UNKNOWN],
    ]);
    for (const email of [EMAIL, UNKNOWN]) {
      const reply = await login(email, GOOD_PASSWORD);
      expect([reply.status, reply.headers['retry-after']]).toEqual([429, '1']);
      expect(reply.body).toEqual({
        code: 'AttemptsPending',
        message: problemTypes.TooManyRequests.message,
      });
    }
    // Attempts that never finish, for example after a crash, are dropped with their window.
    await api.pool.query(`UPDATE lockouts SET window_started_at = now() - interval '601 seconds'`);
    expect((await login(EMAIL, GOOD_PASSWORD)).status).toBe(200);
  });

  it('responds to each attempt in the same way with and without an account', async () => {
    for (let tries = 0; tries < 6; tries++) {
      const [known, unknown] = [await login(EMAIL, 'wrong'), await login(UNKNOWN, 'wrong')];
      const shape = (reply: typeof known) => [
        reply.status,
        Object.keys(reply.body as object),
        (reply.body as { message: string }).message,
      ];
      expect(shape(known)).toEqual(shape(unknown));
      expect(known.status).toBe(tries < 4 ? 401 : 423);
    }
  });

  it.each([
    ['an account', EMAIL],
    ['no account', UNKNOWN],
  ])(
    'is announced with the fourth wrong password and reported with the fifth, for an address with %s',
    async (_name, email) => {
      const bodies = [];
      for (let tries = 0; tries < 5; tries++) bodies.push((await login(email, 'wrong')).body as object);
      const wrong = { code: 'Unauthorized', message: 'Invalid email or password. Try again.' };
      expect(bodies.slice(0, 4)).toEqual([wrong, wrong, wrong, { ...wrong, triesLeft: 1 }]);
      expect(bodies[4]).toMatchObject({ code: 'Locked', message: 'userAccountLockedOut' });
      expect((bodies[4] as { lockedForMs: number }).lockedForMs).toBeGreaterThan(500_000);
    },
  );

  it('reports its duration, and rejects the correct password too', async () => {
    await lock(EMAIL);
    const reply = await login(EMAIL, GOOD_PASSWORD, 1);
    expect(reply.status).toBe(423);
    expect(reply.body).toMatchObject({ code: 'Locked', message: 'userAccountLockedOut' });
    const { lockedForMs } = reply.body as { lockedForMs: number };
    expect(lockedForMs).toBeGreaterThan(500_000);
    expect(lockedForMs).toBeLessThanOrEqual(600_000);
    expect(reply.headers['retry-after']).toBe(String(Math.ceil(lockedForMs / 1000)));
    expect(await api.prisma.session.count()).toBe(1);
  });

  it('lasts ten minutes', async () => {
    await lock(EMAIL);
    await shift(598);
    expect((await login(EMAIL, GOOD_PASSWORD)).status).toBe(423);
    await shift(3);
    expect((await login(EMAIL, GOOD_PASSWORD)).status).toBe(200);
  });

  it('is followed by a new count', async () => {
    await lock(EMAIL);
    await shift(601);
    expect(await storm(6, EMAIL, () => 'wrong')).toEqual({ 401: 4, 423: 2 });
  });

  it('accepts six concurrent correct passwords and counts none', async () => {
    expect(await storm(6, EMAIL, () => GOOD_PASSWORD)).toEqual({ 200: 6 });
    expect(await api.prisma.session.count()).toBe(7);
    expect(await api.prisma.lockout.count()).toBe(0);
  });

  it('forgets wrong passwords after a correct one, and after ten minutes', async () => {
    for (let tries = 0; tries < 4; tries++) await login(EMAIL, 'wrong');
    expect((await login(EMAIL, GOOD_PASSWORD)).status).toBe(200);
    expect((await login(EMAIL, 'wrong', 1)).status).toBe(401);
    const ageOf = (seconds: number) =>
      api.pool.query(
        'UPDATE lockouts SET failed_count = 4, window_started_at = now() - make_interval(secs => $1)',
        [seconds],
      );
    await ageOf(601);
    expect((await login(EMAIL, 'wrong', 1)).status).toBe(401);
    await ageOf(590);
    expect((await login(EMAIL, 'wrong', 1)).status).toBe(423);
  });

  it('remains if it starts while a correct password is being checked', async () => {
    const holder = await api.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE email = $1 FOR UPDATE', [EMAIL]);
    const right = login(EMAIL, GOOD_PASSWORD).then(({ status }) => status);
    await api.untilLockWait();
    for (let tries = 0; tries < 3; tries++) expect((await login(EMAIL, 'wrong', 1)).status).toBe(401);
    expect((await login(EMAIL, 'wrong', 1)).status).toBe(423);
    await holder.query('COMMIT');
    holder.release();
    expect(await right).toBe(200);
    expect((await login(EMAIL, GOOD_PASSWORD, 1)).status).toBe(423);
  });

  it('is mailed to the user once, and ends with a password reset', async () => {
    for (const email of [EMAIL, UNKNOWN]) {
      await lock(email);
      expect(await storm(3, email, () => 'wrong')).toEqual({ 423: 3 });
    }
    const locked = (await api.queuedMails()).filter((mail) => mail.kind === 'account-locked');
    expect(locked).toMatchObject([{ to: EMAIL }]);
    const visitor = visitors[0] as Visitor;
    await visitor.post('/forgot-password', { email: EMAIL });
    const token = await api.mailedToken(EMAIL, 'reset-password');
    expect(
      (await visitor.post(`/reset-password?resetToken=${token}`, passwordBody('Another-Good-One-9!'))).status,
    ).toBe(200);
    await visitor.refreshCsrfToken();
    expect((await login(EMAIL, 'Another-Good-One-9!')).status).toBe(200);
  });
});
