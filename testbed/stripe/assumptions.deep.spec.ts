import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { assumptions } from './assumptions.ts';
import { tryAssumptions } from './try-assumptions.ts';

let provider: CardProvider;
beforeAll(async () => {
  skipRetryPauses();
  provider = await startCardProvider();
});
afterAll(() => provider.stop());

it('every assumption about Stripe holds on the stand-in', async () => {
  const { lines, isGood } = await tryAssumptions(provider.secretKey, provider.url, 'pro_monthly');
  expect(lines.filter((line) => !line.startsWith('held '))).toEqual([]);
  expect([lines.length, isGood]).toEqual([assumptions.length, true]);
  expect(provider.control.counters().customers).toBe(0);
});
