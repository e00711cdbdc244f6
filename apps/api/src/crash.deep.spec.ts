import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, sdkFor } from '@foyer/card-provider-stand-in/test-provider';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartedProcess } from '@foyer/testing/start-process';
import { findFreePort } from '@foyer/tools/run/ports';
import { signUpBody } from '@foyer/testing/sign-up-body';
import supertest from 'supertest';
import { TestApi, testEnvironment, Visitor } from './test-support/test-api.ts';
import { environmentFor } from './test-support/test-billing.ts';
import { passwordBody } from './test-support/test-bodies.ts';
import { makeStartFolder } from './test-support/test-web-dist.ts';

const REGISTRATIONS = 100;
const KILLS = 4;

/** `npm run test:deep`, and `npm test` with a path, build the API before the specs. */
async function startApi(port: number, more: Record<string, string> = {}): Promise<StartedProcess> {
  const environment = {
    ...testEnvironment(),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...more,
  };
  return StartedProcess.start('apps/api/dist/main.js', environment, 'the portal is up', makeStartFolder());
}

describe('when the API process is killed', () => {
  let provider: CardProvider;
  let environment: Record<string, string>;
  /** A second replica, which is not killed. It runs jobs too, so it also needs the card provider. */
  let witness: TestApi;
  beforeAll(async () => {
    provider = await startCardProvider({});
    environment = environmentFor(provider);
    witness = await TestApi.start(environment);
  });
  afterAll(async () => {
    await witness.stop();
    await provider.stop();
  });
  beforeEach(() => witness.empty());

  it('no acknowledged registration is lost, and each registration has exactly one mail [asvs 2.3.3]', async () => {
    const port = await findFreePort();
    const acknowledged: string[] = [];
    for (let round = 0; round < KILLS; round++) {
      const api = await startApi(port);
      const visitor = new Visitor(supertest.agent(`http://127.0.0.1:${port}`));
      await visitor.refreshCsrfToken();
      const calls = Array.from({ length: REGISTRATIONS / KILLS }, async (_, number) => {
        const email = `guest-${round}-${number}@example.com`;
        const reply = await visitor.post('/register-by-email', signUpBody({ email })).catch(() => undefined);
        if (reply?.status === 201) acknowledged.push(email);
      });
      // The process is killed between the first and the last response.
      await Promise.race(calls);
      await api.kill();
      await Promise.all(calls);
    }
    const mailed = (await witness.queuedMails()).map((mail) => mail.to).sort();
    const registered = (await witness.prisma.registration.findMany()).map((one) => one.address).sort();
    expect(mailed).toEqual(registered);
    expect(registered).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
    expect(acknowledged.length).toBeLessThan(REGISTRATIONS);
  });

  it('a charge whose response was lost is reconciled automatically, and the card is charged once', async () => {
    const port = await findFreePort();
    const api = await startApi(port, environment);
    let next: StartedProcess | undefined;
    try {
      const visitor = new Visitor(supertest.agent(`http://127.0.0.1:${port}`));
      await visitor.refreshCsrfToken();
      const email = 'ada@example.com';
      await visitor.post(
        '/register-by-email',
        signUpBody({ email, plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' }),
      );
      const token = await witness.mailedToken(email, 'verify-email');
      await visitor.post(`/reset-password?resetToken=${token}`, passwordBody());
      await visitor.refreshCsrfToken();
      // The provider charges the card, but the API does not get the response.
      provider.control.addFault({ kind: 'drop', count: 3, method: 'POST', path: '/v1/invoices' });
      const paying = visitor
        .post('/upgrade-plan', { email, token: await cardToken(provider) })
        .catch(() => undefined);
      while (provider.control.counters().charges.succeeded === 0) await sleep(5);
      await api.kill();
      await paying;
      const plan = async () => (await witness.prisma.team.findFirstOrThrow()).plan;
      expect(await plan()).toBe('free');
      next = await startApi(port, environment);
      for (let second = 0; second < 200 && (await plan()) === 'free'; second++) await sleep(1_000);
      expect(await plan()).toBe('pro');
      const { customers, subscriptions, charges } = provider.control.counters();
      expect([customers, subscriptions.total, charges.succeeded]).toEqual([1, 1, 1]);
    } finally {
      await api.kill();
      await next?.kill();
    }
  });
});

async function cardToken(provider: CardProvider): Promise<string> {
  const { id } = await sdkFor(provider).tokens.create({
    card: {
      number: CARDS.ok,
      exp_month: '12',
      exp_year: '2040',
      cvc: '123',
      address_line1: '1 Main St',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
      address_country: 'US',
    },
  });
  return id;
}
