import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { log } from '../../observe/log.ts';
import { hasLeaked } from './leaked-passwords.ts';

const LEAKED = 'Vanilla-Teapot-Lamp-3';
const DIGEST = createHash('sha1').update(LEAKED).digest('hex').toUpperCase();
const PADDING = Array.from({ length: 900 }, (_, n) => `${n.toString(16).toUpperCase().padStart(35, '0')}:0`);

let server: Server;
let asked: { path: string; padding: unknown }[];
/** The list's response, or undefined if it never responds. */
let answer: { status: number; body: string } | undefined;
const warn = jest.spyOn(log, 'warn');
const timeout = AbortSignal.timeout.bind(AbortSignal);

beforeEach(async () => {
  [asked, answer] = [[], { status: 200, body: '' }];
  warn.mockClear();
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', padding: request.headers['add-padding'] });
    if (answer) response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const has = (password: string, path = '/range/') => {
  const { port } = server.address() as AddressInfo;
  const LEAKED_PASSWORDS_URL = new URL(`http://127.0.0.1:${port}${path}`);
  return hasLeaked(password, LEAKED_PASSWORDS_URL);
};
const listing = (...lines: string[]) => ({ status: 200, body: [...PADDING, ...lines].join('\r\n') });

describe('an external list of leaked passwords', () => {
  it('finds a password, and gets only five digits of its hash [asvs 6.2.12]', async () => {
    answer = listing(`${DIGEST.slice(5)}:1234`);
    expect(await has(LEAKED)).toBe(true);
    expect(await has(LEAKED, '/range')).toBe(true);
    expect(asked).toEqual([
      { path: `/range/${DIGEST.slice(0, 5)}`, padding: 'true' },
      { path: `/range/${DIGEST.slice(0, 5)}`, padding: 'true' },
    ]);
  });

  it('does not match a similar hash or a padding line', async () => {
    answer = listing(`${DIGEST.slice(5, -1)}X:1234`);
    expect(await has(LEAKED)).toBe(false);
    answer = listing(`${DIGEST.slice(5)}:0`);
    expect(await has(LEAKED)).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['an error', { status: 500, body: `${DIGEST.slice(5)}:1` }],
    ['a redirect', { status: 302, body: '' }],
    ['nothing', undefined],
  ])('that responds with %s blocks no sign-up, and writes a log line [asvs 15.3.2]', async (_, given) => {
    answer = given;
    // Shortens the timeout, because Jest does not replace the clock of `AbortSignal`.
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(given ? ms : ms / 100));
    expect(await has(LEAKED)).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[1]).toContain('the password was accepted');
    expect(JSON.stringify(warn.mock.calls)).not.toContain(DIGEST.slice(0, 5));
  });

  it('that cannot be reached blocks no sign-up', async () => {
    const LEAKED_PASSWORDS_URL = new URL('http://127.0.0.1:1/range/');
    expect(await hasLeaked(LEAKED, LEAKED_PASSWORDS_URL)).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('is not queried unless it is configured', async () => {
    expect(await hasLeaked(LEAKED, undefined)).toBe(false);
    expect(asked).toEqual([]);
  });
});
