import { createServer } from 'node:net';
import { CommandError, hasCode } from './command-error.ts';

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
