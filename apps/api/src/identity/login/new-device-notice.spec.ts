import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NEW_DEVICE_QUEUE } from '@foyer/mail/queues';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const ADA = 'ada@example.com';
const OTHER_PASSWORD = 'Another-Good-One-9!';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the mail about a new browser', () => {
  let replicas: TestApi[];
  let api: TestApi;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas as [TestApi];
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    await signUp(api, ADA);
  });

  async function logIn(password = GOOD_PASSWORD, visitor?: Visitor, userAgent = FIREFOX): Promise<Visitor> {
    const browser = visitor ?? (await api.visit());
    const reply = await browser.postUntilChecked(
      '/login',
      { email: ADA, password },
      { 'user-agent': userAgent },
    );
    expect(reply.status).toBe(200);
    await browser.refreshCsrfToken();
    return browser;
  }
  const notices = async () =>
    (await api.queuedMails()).flatMap((mail) => (mail.kind === 'new-device' ? [mail] : []));
  const waitingJobs = async () =>
    (
      await api.pool.query(`SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed'`, [
        NEW_DEVICE_QUEUE,
      ])
    ).rowCount;
  async function nextDay(): Promise<void> {
    await advanceLimits(api);
    await api.makeJobsDue(NEW_DEVICE_QUEUE);
  }

  it('is not sent for the first login after the sign-up, or for later logins in the same browser', async () => {
    const usual = await logIn();
    await logIn(GOOD_PASSWORD, usual);
    expect(await notices()).toEqual([]);
  });

  it('contains the time, browser, system and network of the login', async () => {
    await logIn();
    const before = Date.now();
    await logIn();
    expect(await notices()).toEqual([
      {
        kind: 'new-device',
        to: ADA,
        content: {
          firstName: 'Ada',
          logins: [
            {
              at: expect.any(String),
              browser: 'Firefox',
              system: 'Windows',
              network: { kind: 'private' },
            },
          ],
        },
      },
    ]);
    const [notice] = await notices();
    expect(Math.abs(Date.parse(notice?.content.logins[0]?.at ?? '') - before)).toBeLessThan(60_000);
  });

  it('is not sent for the first login after a password reset, but for the next one', async () => {
    await logIn();
    const visitor = await api.visit();
    await visitor.post('/forgot-password', { email: ADA });
    const link = `/reset-password?resetToken=${await api.mailedToken(ADA, 'reset-password')}`;
    expect((await visitor.post(link, passwordBody(OTHER_PASSWORD))).status).toBe(200);
    await logIn(OTHER_PASSWORD);
    expect(await notices()).toEqual([]);
    await logIn(OTHER_PASSWORD);
    expect(await notices()).toHaveLength(1);
  });

  it('is sent at most once a day, with all logins since the last mail', async () => {
    await logIn();
    for (const system of ['one', 'two', 'three']) {
      await logIn(GOOD_PASSWORD, undefined, `${system} (Windows NT 10.0)`);
      expect(await notices()).toHaveLength(1);
    }
    expect(await waitingJobs()).toBe(1);
    await nextDay();
    const [first, second, ...more] = await notices();
    expect(more).toEqual([]);
    expect([first?.content.logins, second?.content.logins].map((logins) => logins?.length)).toEqual([1, 2]);
    await nextDay();
    expect(await notices()).toHaveLength(2);
    await logIn();
    expect(await notices()).toHaveLength(3);
  });

  it('lists each of six concurrent logins, over two replicas', async () => {
    await logIn();
    const strangers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (replicas[n % 2] as TestApi).visit()),
    );
    await Promise.all(strangers.map((stranger) => logIn(GOOD_PASSWORD, stranger)));
    const reported = async () => (await notices()).flatMap(({ content }) => content.logins).length;
    await reported();
    await nextDay();
    expect(await reported()).toBe(6);
    expect((await notices()).length).toBeLessThanOrEqual(2);
  });

  it('is also sent for a login that was waiting while the job reported earlier logins', async () => {
    await logIn();
    await logIn();
    expect(await notices()).toHaveLength(1);
    await logIn(GOOD_PASSWORD, undefined, 'one (Windows NT 10.0)');
    expect([await notices(), await waitingJobs()]).toEqual([[expect.anything()], 1]);
    // Locks the user as a worker does, and lets a login start before the worker's commit.
    const worker = await api.pool.connect();
    await worker.query('BEGIN');
    await worker.query('SELECT FROM users WHERE email = $1 FOR NO KEY UPDATE', [ADA]);
    const waiting = logIn(GOOD_PASSWORD, undefined, 'two (Windows NT 10.0)');
    await api.untilLockWait();
    await worker.query('UPDATE known_devices SET told_at = now()');
    await api.pool.query('DELETE FROM pgboss.job WHERE name = $1', [NEW_DEVICE_QUEUE]);
    await worker.query('COMMIT');
    worker.release();
    await waiting;
    await nextDay();
    expect((await notices())[1]?.content.logins).toHaveLength(1);
  });

  it('is not prevented by ending all other sessions', async () => {
    await logIn();
    await logIn();
    expect(await notices()).toHaveLength(1);
    const thief = await logIn();
    expect((await thief.delete('/settings/security/sessions')).status).toBe(200);
    await nextDay();
    expect(await notices()).toHaveLength(2);
  });

  it('is not delayed by mails that strangers can request', async () => {
    await logIn();
    const stranger = await api.visit();
    await stranger.post('/forgot-password', { email: ADA });
    for (let tries = 0; tries < 5; tries++) await stranger.post('/login', { email: ADA, password: 'wrong' });
    await api.pool.query('DELETE FROM lockouts');
    await logIn();
    expect(await notices()).toHaveLength(1);
  });

  it('is not sent for a failed login', async () => {
    await logIn();
    const stranger = await api.visit();
    expect((await stranger.post('/login', { email: ADA, password: 'wrong' })).status).toBe(401);
    expect([await waitingJobs(), await notices()]).toEqual([0, []]);
  });
});
