import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { Clock } from './clock.ts';

describe('the clock', () => {
  let [aheadMs, delaysMs] = [0, [0]];
  const pool = Object.assign(new Pool(), {
    query: async () => {
      const rows = [{ time: new Date(Date.now() + aheadMs) }];
      await sleep(delaysMs.shift() ?? 0);
      return { rows, rowCount: 1 };
    },
  });
  const clock = new Clock(pool);
  const offMs = () => Math.abs(clock.now().getTime() - (Date.now() + aheadMs));
  beforeEach(async () => {
    [aheadMs, delaysMs] = [0, []];
    await clock.ask();
  });
  afterAll(() => pool.end());

  it('shows the database’s time, not the process’s, and advances between readings', async () => {
    aheadMs = -300_000;
    await clock.ask();
    expect(offMs()).toBeLessThan(100);
    await sleep(200);
    expect(offMs()).toBeLessThan(100);
  });

  it('adopts a change of the database’s clock at the next reading', async () => {
    aheadMs = 300_000;
    expect(offMs()).toBeGreaterThan(299_000);
    await clock.ask();
    expect(offMs()).toBeLessThan(100);
  });

  it('uses the reading with the shortest of three round trips', async () => {
    delaysMs = [500, 0, 500];
    await clock.ask();
    expect(offMs()).toBeLessThan(100);
  });
});
