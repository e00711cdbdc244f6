import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '../../config/limits.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { MAX_TICKETS } from './authorize.queries.ts';
import {
  addressOf,
  answerIn,
  askConsent,
  postDecision,
  registerApp,
  requestOf,
  type TestApp,
} from '../../test-support/oauth/test-app.ts';

const { size: calls, seconds } = limits.authorizeCalls;

describe('GET /oauth/authorize', () => {
  let api: TestApi;
  let ada: Visitor;
  let app: TestApp;
  beforeAll(async () => {
    api = await TestApi.start({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    app = await registerApp(api, 'planner');
  });
  const open = (visitor = ada) =>
    visitor
      .get(addressOf(requestOf(app)))
      .set('accept', 'text/html')
      .redirects(0);
  const tickets = async () => (await api.pool.query('SELECT FROM consent_tickets')).rows.length;

  const use = (points: number, secondsAgo = 0) =>
    api.pool.query(
      `UPDATE rate_limits SET points = $1, expire = expire - $2 * 1000 WHERE key LIKE 'GET /oauth/authorize%'`,
      [points, secondsAgo],
    );

  it('keeps only the newest consent tickets of a session, even after concurrent requests', async () => {
    const first = await askConsent(ada, requestOf(app));
    const replies = await Promise.all(Array.from({ length: MAX_TICKETS + 2 }, () => open()));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await tickets()).toBe(MAX_TICKETS);
    expect((await postDecision(ada, { ...first, decision: 'allow' })).status).toBe(403);
    const last = await askConsent(ada, requestOf(app));
    expect(answerIn(await postDecision(ada, { ...last, decision: 'allow' }))).toHaveProperty('code');
  });

  it('does not drop the consent tickets of other sessions', async () => {
    const eve = await signUp(api, 'eve@example.com');
    const asked = await askConsent(eve, requestOf(app));
    for (let number = 0; number < MAX_TICKETS + 2; number++) await open();
    expect(answerIn(await postDecision(eve, { ...asked, decision: 'allow' }))).toHaveProperty('code');
  });

  it('returns temporarily_unavailable above the limit of a session, but not in another session', async () => {
    await open();
    await use(calls - 1);
    expect((await open()).status).toBe(200);
    const before = await tickets();
    const refused = await open();
    expect([refused.status, answerIn(refused)]).toMatchObject([303, { error: 'temporarily_unavailable' }]);
    expect(await tickets()).toBe(before);
    const elsewhere = await signUp(api, 'eve@example.com');
    expect((await open(elsewhere)).status).toBe(200);
  });

  it('resets the count when the period of the limit ends, and not earlier', async () => {
    await open();
    await use(calls, seconds);
    expect((await open()).status).toBe(200);
    await use(calls, seconds - 5);
    expect(answerIn(await open())).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('writes no row for a visitor who is not logged in', async () => {
    const stranger = await api.visit();
    for (let number = 0; number <= calls; number++)
      expect((await open(stranger)).headers['location']).toMatch(/^\/login\?/);
    const { rows } = await api.pool.query(`SELECT FROM rate_limits WHERE key LIKE 'GET /oauth/authorize%'`);
    expect([rows, await tickets()]).toEqual([[], 0]);
  });
});
