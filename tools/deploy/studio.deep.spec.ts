import { setTimeout as wait } from 'node:timers/promises';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../run/ports.ts';
import { addressesFromOutside, openStudio } from './studio.ts';

const OPEN_MS = 3_000;

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Whether a page of the operator's `localhost` can load Studio's script from this host. */
const isReached = (host: string, port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/studio.js`, { headers: { origin: `http://localhost:${port}` } }).then(
    ({ ok }) => ok,
    () => false,
  );

it.each([
  ['its own machine only', [], false],
  ['a port that a container publishes', ['--published'], true],
])(
  'the command opens Studio to %s, and prints when it opens and when its time limit is reached',
  async (_, args, isPublished) => {
    const port = await findFreePort();
    const [outside] = addressesFromOutside();
    const studio = openStudio(testDatabaseUrl(), args, { port, deadlineMs: OPEN_MS });
    while (lines.length === 0) await wait(50);
    expect(await isReached('127.0.0.1', port)).toBe(true);
    if (outside) expect(await isReached(outside, port)).toBe(isPublished);
    await studio;
    expect(lines).toEqual([
      expect.stringMatching(
        /^\S+Z Prisma Studio is open at http:\/\/localhost:\d+ until \S+Z, without a password, as \S+ at \S+\.$/,
      ),
      expect.stringMatching(/^\S+Z Prisma Studio is closed: its time limit was reached\.$/),
    ]);
    expect(await isReached('127.0.0.1', port)).toBe(false);
  },
);
