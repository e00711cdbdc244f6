import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import type { Session } from '../identity/session.service.ts';
import { ONE, PENDING, TestPaying } from '../test-support/billing/test-paying.ts';
import type { TestApi } from '../test-support/test-api.ts';
import { TestBilling } from '../test-support/test-billing.ts';
import { testRequest } from '../test-support/test-request.ts';
import { timeLeft } from './provider/deadline.ts';
import { leaseFromNow, underLease } from './payments/lease.ts';
import { AttemptsService } from './payments/attempts.service.ts';

const LONGER_THAN_A_LEASE_MS = 13_000;

describe('the lease on a payment attempt', () => {
  let billing: TestBilling;
  let provider: CardProvider;
  let api: TestApi;
  let paying: TestPaying;

  beforeAll(async () => {
    billing = await TestBilling.start({ replicas: 2 });
    ({ provider, api } = billing);
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    paying = await TestPaying.begin(billing);
  });

  /** Stops after the claim, as if the process was killed before the charge. */
  async function claimAndCrash(): Promise<void> {
    const { id: userId, teamId } = await api.prisma.user.findFirstOrThrow();
    const session = { userId, teamId } as Session;
    const input = { cardHash: 'hash', quoted: undefined };
    const claimed = await api.service(AttemptsService).claim(session, input, testRequest());
    expect(claimed.kind).toBe('claimed');
  }
  const attempt = () => api.prisma.paymentAttempt.findFirstOrThrow();

  it('expires soon after its process is killed before the charge, and nothing is charged', async () => {
    await claimAndCrash();
    const diedAt = performance.now();
    let answer = await paying.ask();
    expect(answer.body).toEqual(PENDING);
    while (answer.status === 202) answer = await paying.ask();
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'PaymentUnavailable' }]);
    expect(performance.now() - diedAt).toBeLessThan(LONGER_THAN_A_LEASE_MS);
  });

  it('is taken over by a call that waits for it', async () => {
    await claimAndCrash();
    expect((await paying.pay(CARDS.ok)).status).toBe(200);
    expect(paying.made()).toEqual(ONE);
  });

  it('is renewed by a call that takes longer than the lease', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const until = () => promise;
    provider.control.addFault({ kind: 'slow', method: 'GET', path: '/v1/customers', until });
    provider.control.addFault({ kind: 'slow', method: 'GET', path: '/v1/customers', until });
    const slow = paying.pay(CARDS.ok);
    await paying.untilItHasCome('GET', /customers/);
    const other = paying.pay(CARDS.ok, paying.adaThere);
    await sleep(LONGER_THAN_A_LEASE_MS);
    expect(await attempt()).toMatchObject({ round: 1, outcome: null });
    resolve();
    expect((await slow).status).toBe(200);
    expect([200, 409]).toContain((await other).status);
    expect(paying.made()).toEqual(ONE);
  });

  it('ends the work of a call that cannot renew it', async () => {
    const startedAt = performance.now();
    const work = async () => {
      while (timeLeft(1) > 0) await sleep(50);
    };
    await underLease(leaseFromNow(), () => Promise.reject(new Error('the database is away')), work);
    expect(performance.now() - startedAt).toBeLessThan(LONGER_THAN_A_LEASE_MS);
  });

  it('ends the work of its call when another call has taken it over, and only the other call charges', async () => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    provider.control.addFault({ kind: 'late', method: 'POST', path: '/v1/customers', until: () => letGo });
    const lost = paying.pay(CARDS.ok);
    await paying.untilItHasCome('POST', /customers/);
    // The lease expires, as if the process was suspended for too long.
    await api.pool.query("UPDATE payment_attempts SET working_until = now() - interval '1 second'");
    expect((await paying.pay(CARDS.ok, paying.adaThere)).status).toBe(200);
    await sleep(3_000);
    const before = provider.control.calls().length;
    resolve();
    expect([202, 503]).toContain((await lost).status);
    expect(provider.control.calls()).toHaveLength(before);
    expect(await attempt()).toMatchObject({ round: 2, outcome: 'paid', status: 'succeeded' });
    expect(paying.made()).toEqual(ONE);
  });
});
