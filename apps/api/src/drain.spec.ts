import { describe, expect, it } from '@jest/globals';
import { untilQuiet } from './drain.ts';

async function waitedMs(requestsAtMs: readonly number[], times: { quietMs: number; longestMs: number }) {
  const startedAt = performance.now();
  const lastRequestAt = () => {
    const at = performance.now() - startedAt;
    return startedAt + Math.max(Number.NEGATIVE_INFINITY, ...requestsAtMs.filter((request) => request <= at));
  };
  await untilQuiet(lastRequestAt, times);
  return performance.now() - startedAt;
}

describe('a replica that drains', () => {
  it.each([
    ['after the quiet period, without any request', [], 300, 30_000],
    ['a quiet period after the last request', [100, 250, 500], 300, 30_000],
    ['at its deadline, while requests still arrive', Array.from({ length: 600 }, (_, n) => n * 50), 300, 700],
  ] as const)('stops waiting %s', async (_, requestsAtMs, quietMs, longestMs) => {
    const waited = await waitedMs(requestsAtMs, { quietMs, longestMs });
    const last = requestsAtMs.length > 0 ? Math.max(...requestsAtMs) : 0;
    // A timer can fire a millisecond early.
    expect(waited).toBeGreaterThanOrEqual(Math.min(last + quietMs, longestMs) - 2);
    expect(waited).toBeLessThan(10_000);
  });
});
