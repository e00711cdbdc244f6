import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WireCounter } from '@foyer/testing/wire-counter';
import { testRoleUrls } from '@foyer/testing/test-database';
import { TestApi } from '../test-support/test-api.ts';
import { Problem } from '../request/problem.ts';
import { keyOf, type LockoutKey, type LockoutState } from './login-attempts.ts';
import { MAX_WAITING, MAX_WAITING_AT_COUNT, WaitingAttempts } from './waiting-attempts.ts';

const full: LockoutState = { lockedForMs: null, free: 0 };
const at = (email: string): LockoutKey => ({ email, deviceId: undefined });

/** A room whose counts stand as they are told to, and which notes how often it is asked. */
class Room {
  readonly standings = new Map<string, LockoutState>();
  readonly tries = new WaitingAttempts({
    read: async (counts) => {
      this.asked.push(counts.map(keyOf));
      await this.reading();
      return this.standings;
    },
    lock: async (count) => void this.locked.push(keyOf(count)),
  });
  readonly asked: string[][] = [];
  readonly locked: string[] = [];
  reading: () => Promise<void> = () => Promise.resolve();

  async untilAsked(times: number): Promise<void> {
    const goal = this.asked.length + times;
    while (this.asked.length < goal) await sleep(5);
  }
}

const codeOf = (error: unknown) => (error instanceof Problem ? error.code : error);

describe('tries that wait for others', () => {
  it('ask once for all of them, at however many counts, and no more once nothing waits', async () => {
    const room = new Room();
    const [one, other] = ['a@example.com', 'b@example.com'];
    for (const email of [one, other]) room.standings.set(email, full);
    const waiting = Array.from({ length: 150 }, (_, n) => room.tries.wait(at(n % 2 ? one : other), n));
    await room.untilAsked(3);
    expect(room.asked.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => [other, one]));
    room.standings.clear();
    await Promise.all(waiting);
    // Five go on with each look: 15 looks for the 75 of each count.
    expect(room.asked.length).toBeLessThan(25);
    const before = room.asked.length;
    await sleep(100);
    expect(room.asked).toHaveLength(before);
  });

  it('go on first come, first served, and no more at once than there are tries', async () => {
    const room = new Room();
    room.standings.set('a@example.com', full);
    const order: number[] = [];
    const waiting = [3, 1, 2].map((since) =>
      room.tries.wait(at('a@example.com'), since).then(() => order.push(since)),
    );
    await room.untilAsked(1);
    room.standings.set('a@example.com', { lockedForMs: null, free: 2 });
    await Promise.all(waiting.slice(1));
    expect(order).toEqual([1, 2]);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('are refused together when their count is locked, and others go on waiting', async () => {
    const room = new Room();
    room.standings.set('a@example.com', full).set('b@example.com', full);
    const waiting = Promise.allSettled([1, 2, 3].map((since) => room.tries.wait(at('a@example.com'), since)));
    let isOtherDone = false;
    const other = room.tries.wait(at('b@example.com'), 1).then(() => (isOtherDone = true));
    await room.untilAsked(1);
    room.standings.set('a@example.com', { lockedForMs: 600_000, free: 5 });
    for (const result of await waiting)
      expect(result).toMatchObject({ reason: { code: 'Locked', retryAfterSeconds: 600 } });
    await room.untilAsked(2);
    expect(isOtherDone).toBe(false);
    room.standings.delete('b@example.com');
    await other;
  });

  it('lock their count when those before them never come to an end', async () => {
    const room = new Room();
    room.standings.set('a@example.com', full).set('b@example.com', full);
    const old = room.tries.wait(at('a@example.com'), performance.now() - 11_000).catch(codeOf);
    const later = performance.now() + 60_000;
    const behind = room.tries.wait(at('a@example.com'), later).catch(codeOf);
    const young = room.tries.wait(at('b@example.com'), later);
    await room.untilAsked(2);
    expect(new Set(room.locked)).toEqual(new Set(['a@example.com']));
    room.standings.set('a@example.com', { lockedForMs: 1, free: 0 }).delete('b@example.com');
    expect([await old, await behind]).toEqual(['Locked', 'Locked']);
    await young;
  });

  it.each([
    ['at a count', MAX_WAITING_AT_COUNT, () => at('a@example.com')],
    ['in a process', MAX_WAITING, (n: number) => at(`${n}@example.com`)],
  ])('are no more than so many %s: the next is told to come back', async (_name, most, countOf) => {
    const room = new Room();
    for (let n = 0; n <= most; n++) room.standings.set(countOf(n).email, full);
    const waiting = Array.from({ length: most }, (_, n) => room.tries.wait(countOf(n), n));
    await expect(room.tries.wait(countOf(most), 0)).rejects.toMatchObject({
      code: 'Unavailable',
      retryAfterSeconds: 2,
    });
    room.standings.clear();
    await Promise.all(waiting);
    await room.tries.wait(countOf(most), 0);
  });

  it('are told when the database is away, and later ones wait again', async () => {
    const room = new Room();
    const away = new Error('the database is away');
    room.reading = () => Promise.reject(away);
    expect(await room.tries.wait(at('a@example.com'), 0).catch(codeOf)).toBe(away);
    room.reading = () => Promise.resolve();
    await room.tries.wait(at('a@example.com'), 0);
  });

  describe('on a database', () => {
    const EMAIL = 'nobody@example.com';
    let counter: WireCounter;
    let api: TestApi;
    beforeAll(async () => {
      counter = await WireCounter.start(testRoleUrls().api);
      api = await TestApi.start({ DATABASE_URL: counter.url });
    });
    afterAll(async () => {
      await api.stop();
      await counter.stop();
    });
    beforeEach(() => api.empty());
    afterEach(() => void jest.restoreAllMocks());

    const isPoll = (statement: string) =>
      statement.startsWith('select "subject"') && statement.includes('"lockouts"');

    it('of 150 only one statement a look remains, the same for all of them', async () => {
      // However slow the machine, nobody has waited so long that the count is locked.
      jest.spyOn(performance, 'now').mockReturnValue(performance.now());
      await api.pool.query(`INSERT INTO lockouts (subject, failed_count) VALUES ($1, 5)`, [EMAIL]);
      const visitors = await Promise.all(Array.from({ length: 150 }, () => api.visit()));
      const waiting = visitors.map((visitor) =>
        visitor.post('/login', { email: EMAIL, password: 'wrong' }).then(({ status }) => status),
      );
      // Each is counted by its network, and tries once.
      const tries = () => counter.trips.filter((trip) => trip.includes('insert into "lockouts"')).length;
      while (tries() < 150) await sleep(10);
      counter.trips.length = 0;
      while (counter.trips.filter(isPoll).length < 40) await sleep(10);
      // Jobs are asked for now and then.
      expect(counter.trips.filter((trip) => !isPoll(trip) && !trip.includes('pgboss'))).toEqual([]);
      await api.pool.query(`UPDATE lockouts SET locked_until = now() + interval '10 minutes'`);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([423]));
    });
  });
});
