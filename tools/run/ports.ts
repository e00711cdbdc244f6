import { createServer } from 'node:net';
import { CommandError, hasCode } from '../command-error.ts';

/** Where our parts listen: some on the loopback address alone, some on all, which takes the port of both families. */
const LISTENED_ON = ['127.0.0.1', '::'];

/**
 * Below those that systems give to connections by themselves (from 32,768 on Linux): between our question and the
 * part's `listen`, a connection would take one of those.
 */
const LOWEST = 13_000;
const HIGHEST = 29_999;
/** Processes that start beside each other begin apart, and do not ask for the same ports. */
const PER_PROCESS = 40;

let asked = 0;

/** A free port, which no process of ours and no connection takes before its part listens. */
export async function findFreePort(): Promise<number> {
  const places = HIGHEST - LOWEST + 1;
  for (let tries = 0; tries < places; tries++) {
    const port = LOWEST + ((process.pid * PER_PROCESS + asked++) % places);
    if (await isFree(port)) return port;
  }
  throw new CommandError(`No port from ${LOWEST} to ${HIGHEST} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  try {
    for (const host of LISTENED_ON) await listenBriefly(port, host);
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) return false;
    if (isWithoutIpv6(error)) return true;
    throw error;
  }
}

/** Refuses with a sentence when the port is taken, before a part fails on it in its own words. */
export async function requireFreePort(port: number, part: string, variable: string): Promise<void> {
  try {
    for (const host of LISTENED_ON) await listenBriefly(port, host);
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) {
      throw new CommandError(
        `Port ${port} for the ${part} is taken. Stop what uses it, or choose another: ${variable}=${port + 1} npm start`,
      );
    }
    if (hasCode(error, 'EACCES')) {
      throw new CommandError(
        `Port ${port} for the ${part} may not be used by you. Choose one above 1023 with ${variable}.`,
      );
    }
    if (isWithoutIpv6(error)) return;
    throw error;
  }
}

/** What browsers refuse, and Node's `fetch` with them: other protocols' ports (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Refuses with a sentence when no browser would open the port. */
export function requireUnblockedPort(port: number, part: string, variable: string): void {
  if (!BLOCKED.has(port)) return;
  let other = port;
  while (BLOCKED.has(other)) other++;
  throw new CommandError(
    `Browsers refuse port ${port} of the ${part}. Choose another: ${variable}=${other} npm start`,
  );
}

/** The port a variable names, or the default. */
export function readPort(variable: string, standard: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return standard;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CommandError(`${variable} is "${text}", which is no port: give a number from 1 to 65535.`);
  }
  return port;
}

/** A machine without IPv6 has nobody on it. */
function isWithoutIpv6(error: unknown): boolean {
  return hasCode(error, 'EAFNOSUPPORT') || hasCode(error, 'EADDRNOTAVAIL');
}

function listenBriefly(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}
