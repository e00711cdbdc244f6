import { createServer } from 'node:net';
import { CommandError, hasCode } from './command-error.ts';

/** Where our parts listen: some on the loopback address alone, some on all, which takes the port of both families. */
const LISTENED_ON = ['127.0.0.1', '::'];

/** A free port of the loopback address, chosen by the system. */
export async function findFreePort(): Promise<number> {
  return listenBriefly(0);
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
    // A machine without IPv6 has nobody on it.
    if (hasCode(error, 'EAFNOSUPPORT') || hasCode(error, 'EADDRNOTAVAIL')) return;
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

function listenBriefly(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
