import { setTimeout as wait } from 'node:timers/promises';
import { WireCounter } from '@foyer/testing/wire-counter';
import type { Harness } from '../harness/harness.ts';
import type { LoadRequest } from './load.ts';
import { sendLoad } from './run-child.ts';

/** The number of calls of each kind. Odd, so that the median is one of the counts. */
const CALLS = 9;
const QUIET_MS = 400;

export type Trips = { name: string; trips: number; statements: string[] };

/** Counts the database round trips of each kind of call until its response, on a separate replica. */
export async function countRoundTrips(
  harness: Harness,
  requests: Record<string, LoadRequest[]>,
  range: number,
): Promise<{ calls: Trips[]; statements: string[] }> {
  const counter = await WireCounter.start(harness.roles.api);
  const api = await harness.startApi({ DATABASE_URL: counter.url, DATABASE_POOL_SIZE: '2' });
  try {
    const calls: Trips[] = [];
    for (const [name, some] of Object.entries(requests)) {
      const counts: string[][] = [];
      // The first four calls do not count, because they open connections and prepare statements.
      for (let call = 0; call < CALLS + 4; call++) {
        const request = some[call % some.length];
        if (!request) continue;
        await wait(QUIET_MS);
        counter.trips.length = 0;
        const plan = {
          url: api.url,
          connections: 1,
          seconds: 30,
          isOnce: true,
          first: 900_000_000 + call,
          range,
        };
        await sendLoad({ ...plan, requests: [request] });
        if (call >= 4) counts.push([...counter.trips]);
      }
      counts.sort((one, other) => one.length - other.length);
      const middle = counts[Math.floor(counts.length / 2)] ?? [];
      calls.push({ name, trips: middle.length, statements: middle.map(shorten) });
    }
    return { calls, statements: [...counter.statements] };
  } finally {
    await api.program.end('SIGKILL');
    await counter.stop();
  }
}

function shorten(statement: string): string {
  return statement.replaceAll(/\s+/g, ' ').replaceAll('"', '').trim().slice(0, 70);
}
