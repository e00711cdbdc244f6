import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CuttableDatabase } from '@foyer/testing/cuttable-database';
import { testRoleUrls } from '@foyer/testing/test-database';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { Stripe } from 'stripe';
import { PROBLEM_PAGE_STYLE } from '../http/problem-page.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { environmentFor } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';

describe('while the database is unreachable', () => {
  let database: CuttableDatabase;
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    database = await CuttableDatabase.start(testRoleUrls().api);
    provider = await startCardProvider({});
    api = await TestApi.start({
      DATABASE_URL: database.url,
      ...environmentFor(provider),
    });
    await api.empty();
    ada = await signUp(api, EMAIL);
  });
  afterAll(async () => {
    database.restore();
    await api.stop();
    await provider.stop();
    await database.stop();
  });

  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_unknown' } },
  });
  const deliver = () =>
    api.http
      .post('/webhooks/stripe')
      .set('content-type', 'application/json')
      .set(
        'stripe-signature',
        Stripe.webhooks.generateTestHeaderString({ payload: event, secret: provider.webhookSecret }),
      )
      .send(event);

  it('every call that needs it gets 503 without details, and works again afterwards [asvs 16.5.1, 16.5.3]', async () => {
    database.cut();
    const replies = [
      await ada.post('/login', { email: EMAIL, password: GOOD_PASSWORD }),
      await ada.post('/register-by-email', signUpBody({ email: 'new@example.com' })),
      await ada.post('/forgot-password', { email: EMAIL }),
      await ada.get('/session'),
      await ada.get('/settings/security/sessions'),
      await deliver(),
      await ada.get('/idp/acme'),
      await ada.agent.post('/saml/acme/acs').type('form').send('SAMLResponse=x'),
    ];
    for (const { status, body, headers } of replies) {
      expect(status).toBe(503);
      expect(body).toEqual({
        code: 'Unavailable',
        message: 'We’re busy right now. Try again in a few seconds.',
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const reply of [
      await api.http.get('/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fx.test%2F'),
      await ada.get('/oauth/authorize?client_id=x').set('accept', 'text/html'),
      await ada.get('/login').set('accept', 'text/html'),
      await ada.get('/join-team/x').set('accept', 'text/html'),
      await ada.get('/logout').set({ accept: 'text/html', 'sec-fetch-site': 'same-origin' }),
      await ada.agent.post('/oauth/authorize').type('form').set('accept', 'text/html').send('client_id=x'),
    ]) {
      expect([reply.status, reply.type]).toEqual([503, 'text/html']);
      expect(reply.headers['content-security-policy']).toContain(`style-src ${PROBLEM_PAGE_STYLE};`);
      expect(reply.text).toMatch(
        /<h1>This isn’t right<\/h1>\s+<p>We’re busy right now\. Try again in a few seconds\.<\/p>/,
      );
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    const pseudo = await ada.get('/login').set({ accept: 'text/html', 'accept-language': 'en-XA' });
    expect(pseudo.text).toContain('<html lang="en-XA" dir="ltr">');
    expect(pseudo.text).toMatch(/<h1>\[Ţĥīś īśń’ţ ŕīğĥţ\]<\/h1>\s+<p>\[Ŵē’ŕē ƀūśŷ/);
    for (const reply of [
      await api.http.post('/oauth/token').type('form').send('grant_type=refresh_token'),
      await api.http.post('/oauth/introspect').type('form').send('token=x'),
      await api.http.post('/oauth/revoke').type('form').send('token=x'),
      await api.http.get('/oauth/userinfo').set('authorization', 'Bearer x'),
    ]) {
      expect([reply.status, reply.body]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.text).not.toMatch(/connect|postgres|127\.0\.0\.1/i);
    }
    const asked = await ada.get('/oauth/authorize?client_id=x&redirect_uri=https://app.test/').redirects(0);
    expect([asked.status, asked.headers['location']]).toEqual([503, undefined]);
    expect((await api.http.get('/readyz')).status).toBe(503);
    expect((await api.http.get('/healthz')).status).toBe(200);

    database.restore();
    expect((await ada.get('/session')).body).toMatchObject({ user: { email: EMAIL } });
    expect((await deliver()).status).toBe(200);
    expect(await api.prisma.webhookEvent.findMany()).toMatchObject([
      { id: 'evt_1', objectId: 'cus_unknown' },
    ]);
    expect((await api.http.get('/readyz')).status).toBe(200);
  });
});
