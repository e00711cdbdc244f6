import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { assumptions } from './assumptions.ts';
import { tryAssumptions } from './try-assumptions.ts';

describe('npm run test:stripe', () => {
  let provider: CardProvider;
  beforeAll(async () => {
    skipRetryPauses();
    provider = await startCardProvider();
  });
  afterAll(() => provider.stop());

  it('reports assumptions that hold, and leaves no customer', async () => {
    const some = assumptions.slice(0, 3);
    const { lines, isGood } = await tryAssumptions(provider.secretKey, provider.url, 'pro_monthly', some);
    expect([lines.map((line) => line.slice(0, 5)), isGood]).toEqual([some.map(() => 'held '), true]);
    expect(provider.control.counters().customers).toBe(0);
  });

  it('reports an assumption that does not hold', async () => {
    provider.control.addFault({ kind: 'error', method: 'POST', path: '/v1/customers', count: 99 });
    const one = assumptions.filter(({ id }) => id === 'key-at-once');
    const { lines, isGood } = await tryAssumptions(provider.secretKey, provider.url, 'pro_monthly', one);
    provider.control.clearFaults();
    expect([lines[0]?.slice(0, 20), isGood]).toEqual(['NOT SO   key-at-once', false]);
    expect(lines[0]).toMatch(/ One attempt could make two subscriptions: hold its lock during the call\.$/);
  });

  it.each(['sk_live_1', 'rk_live_1', 'pk_live_1', '', 'whatever'])(
    'rejects the key "%s" before any call',
    async (key) => {
      provider.control.clearCalls();
      await expect(tryAssumptions(key, provider.url, 'pro_monthly')).rejects.toThrow('no key of test mode');
      expect(provider.control.calls()).toEqual([]);
    },
  );
});
