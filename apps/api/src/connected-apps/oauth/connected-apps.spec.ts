import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import {
  refresh,
  registerApp,
  tokensFor,
  userinfo,
  type TestApp,
  type Tokens,
} from '../../test-support/oauth/test-app.ts';

const EMAIL = 'ada@example.com';

describe('connected apps', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  let app: TestApp;
  let tokens: Tokens;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
    app = await registerApp(api, 'planner');
    tokens = await tokensFor(api, ada, app);
  });

  const appsOf = async (visitor: Visitor) =>
    ((await visitor.get('/settings/apps/details')).body as { apps: object[] }).apps;
  const isOver = async () =>
    (await userinfo(replica, tokens.access_token)).status === 401 &&
    (await refresh(api, app, tokens.refresh_token)).status === 400;

  it('are each listed once, with their scopes and hosts, to their user only', async () => {
    await tokensFor(api, ada, app, 'profile events.invite');
    await userinfo(api, tokens.access_token);
    expect(await appsOf(ada)).toEqual([
      {
        clientId: 'planner',
        name: 'App planner',
        hosts: ['planner.test', 'localhost:4000'],
        scopes: ['events.invite', 'profile'],
        connectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await appsOf(await signUp(api, 'eve@example.com'))).toEqual([]);
    expect((await (await api.visit()).get('/settings/apps/details')).status).toBe(401);
  });

  it('are disconnected immediately, with all their grants, on every replica [asvs 10.4.9]', async () => {
    await tokensFor(api, ada, app, 'profile events.invite');
    const eve = await signUp(api, 'eve@example.com');
    const hers = await tokensFor(api, eve, app);
    const reply = await ada.delete('/settings/apps/planner');
    expect([reply.status, reply.body]).toEqual([200, { message: 'App disconnected' }]);
    expect([await isOver(), await appsOf(ada)]).toEqual([true, []]);
    expect((await userinfo(api, hers.access_token)).status).toBe(200);
    expect((await ada.delete('/settings/apps/planner')).status).toBe(404);
    expect((await ada.delete('/settings/apps/nobody')).status).toBe(404);
    const events = await api.prisma.auditEvent.findMany({ where: { action: 'oauth.disconnect' } });
    expect(events).toMatchObject([{ email: EMAIL, outcome: 'ok' }]);
  });

  it('are disconnected by only one of two concurrent requests', async () => {
    let calls: Promise<{ status: number }>[] = [];
    await api.prisma.$transaction(async (transaction) => {
      await transaction.oAuthGrant.updateMany({ data: { scopes: ['profile'] } });
      calls = [ada.delete('/settings/apps/planner'), ada.delete('/settings/apps/planner')];
      await setTimeout(300);
    });
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await api.prisma.auditEvent.count({ where: { action: 'oauth.disconnect' } })).toBe(1);
  });

  it('lose access when the password is reset', async () => {
    await ada.post('/forgot-password', { email: EMAIL });
    const token = await api.mailedToken(EMAIL, 'reset-password');
    await ada.post(`/reset-password?resetToken=${token}`, passwordBody('Another-Good-One-9!'));
    expect(await isOver()).toBe(true);
  });

  it('lose access when the password is changed', async () => {
    await ada.post('/settings/security/password', {
      current_password: GOOD_PASSWORD,
      ...passwordBody('Another-Good-One-9!'),
    });
    expect(await isOver()).toBe(true);
  });

  it('lose access permanently when the user is deactivated, even directly in the database', async () => {
    await api.pool.query('UPDATE users SET deactivated_at = now()');
    expect((await userinfo(replica, tokens.access_token)).status).toBe(401);
    await api.pool.query('UPDATE users SET deactivated_at = NULL');
    expect(await isOver()).toBe(true);
    expect(await api.prisma.session.count()).toBe(0);
  });
});
