import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ago, typedSql } from '@foyer/db/typed-sql';
import { UNFINISHED_LOGIN_QUEUE } from '@foyer/mail/queues';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { TestFactor } from '../../test-support/test-factor.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const EMAIL = 'ada@example.com';

describe('the mail about a correct password without a code', () => {
  let api: TestApi;
  let factor: TestFactor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    await signUp(api, EMAIL);
    factor = await TestFactor.make(api, EMAIL);
  });

  async function givePassword(of?: Visitor): Promise<Visitor> {
    const visitor = of ?? (await api.visit());
    expect((await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(401);
    return visitor;
  }
  const giveCode = async (visitor: Visitor, code: string) =>
    (await visitor.post('/login/second-factor', { code, rememberDevice: false })).status;
  async function runOut(): Promise<void> {
    await typedSql(api.pool)
      .updateTable('pendingLogins')
      .set({ expiresAt: ago({ seconds: 1 }) })
      .execute();
    await api.makeJobsDue(UNFINISHED_LOGIN_QUEUE);
  }
  const notices = async () =>
    (await api.queuedMails()).flatMap((mail) => (mail.kind === 'login-unfinished' ? [mail] : []));

  it('is sent when the pending login has expired, with the time of the password', async () => {
    const before = Date.now();
    const thief = await givePassword();
    expect(await giveCode(thief, factor.wrongCode())).toBe(403);
    expect(await notices()).toEqual([]);
    await runOut();
    const [notice, ...more] = await notices();
    expect([notice, more]).toMatchObject([{ to: EMAIL, content: { firstName: 'Ada' } }, []]);
    const at = Date.parse(notice?.content.at ?? '');
    expect(Math.abs(at - before)).toBeLessThan(60_000);
  });

  it('is sent at most once a day, for any number of unfinished logins', async () => {
    await givePassword();
    await givePassword();
    await runOut();
    expect(await notices()).toHaveLength(1);
    for (const [hours, count] of [
      [23, 1],
      [1, 2],
    ] as const) {
      await advanceLimits(api, hours * 3_600);
      await givePassword();
      await runOut();
      expect(await notices()).toHaveLength(count);
    }
  });

  it('is also sent for an unfinished login that began before another one was completed', async () => {
    const first = await givePassword();
    await givePassword();
    expect(await giveCode(first, await factor.freshCode())).toBe(200);
    // The job of the first login also covers the second login, which is still pending.
    await api.makeJobsDue(UNFINISHED_LOGIN_QUEUE);
    expect(await notices()).toEqual([]);
    await runOut();
    expect(await notices()).toHaveLength(1);
  });

  it('is not sent for a completed login, even if the password was entered twice', async () => {
    const visitor = await givePassword();
    await givePassword(visitor);
    expect(await giveCode(visitor, await factor.freshCode())).toBe(200);
    await runOut();
    expect(await notices()).toEqual([]);
  });

  it('is not sent for a browser in which the user has logged in before', async () => {
    const visitor = await givePassword();
    expect(await giveCode(visitor, await factor.freshCode())).toBe(200);
    await visitor.refreshCsrfToken();
    await givePassword(visitor);
    await runOut();
    expect(await notices()).toEqual([]);
  });

  it('is not prevented by a login to another account in the same browser', async () => {
    await signUp(api, 'grace@example.com');
    await TestFactor.make(api, 'grace@example.com');
    const thief = await givePassword();
    await thief.post('/login', { email: 'grace@example.com', password: GOOD_PASSWORD });
    await runOut();
    expect((await notices()).map(({ to }) => to).toSorted()).toEqual([EMAIL, 'grace@example.com']);
  });
});
