import { createServer } from 'node:net';
import { CommandError, hasCode } from '../command-error.ts';

export interface PortalPorts {
  portal: number;
  inbox: number;
  smtp: number;
  product: number;
  cardProvider: number;
  identityProvider: number;
  postgres: number;
  metrics: number;
  workerMetrics: number;
}

const PARTS: Record<keyof PortalPorts, [variable: string, name: string, standard: number]> = {
  portal: ['PORT', 'portal', 3000],
  inbox: ['INBOX_PORT', 'inbox', 1080],
  smtp: ['SMTP_PORT', "inbox's mail server", 1025],
  product: ['PRODUCT_PORT', 'stand-in of the seating product', 4000],
  cardProvider: ['CARD_PROVIDER_PORT', 'stand-in of the card provider', 12_111],
  identityProvider: ['IDENTITY_PROVIDER_PORT', 'stand-in of the identity providers', 7001],
  postgres: ['POSTGRES_PORT', 'embedded Postgres', 54320],
  metrics: ['METRICS_PORT', "API's metrics", 9464],
  workerMetrics: ['WORKER_METRICS_PORT', "mail worker's metrics", 9465],
};
const NAMES = Object.keys(PARTS) as (keyof PortalPorts)[];
/** The variable that moves all parts. The portal gets this port, and the other parts get the next ones. */
const PORT_BASE = 'FOYER_PORT_BASE';
const WITHOUT_HTTP: readonly string[] = ['smtp', 'postgres'];

/** The addresses on which parts listen: IPv4's loopback address, or all addresses of IPv4 and IPv6. */
const LISTENED_ON = ['127.0.0.1', '::'];
/**
 * The range in which free ports are searched. It is below the ports that systems assign to connections (from 32,768 on
 * Linux), which a connection could take between the check and the part's `listen`.
 */
const LOWEST = 13_000;
const HIGHEST = 29_999;
const HIGHEST_PORT = 65_535;
/** The distance between the first ports of concurrent processes, so that they do not check the same ports. */
const PER_PROCESS = 40;

/**
 * Ports that browsers and Node's `fetch` block because of other protocols
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

let asked = 0;

export function portOf(part: keyof PortalPorts): number {
  const [variable, , standard] = PARTS[part];
  const base = readPort(PORT_BASE, 0, HIGHEST_PORT - NAMES.length + 1);
  return readPort(variable, base === 0 ? standard : base + NAMES.indexOf(part));
}

export async function choosePorts(hasOwnDatabase: boolean): Promise<PortalPorts> {
  const ports = await forEachPart(portOf);
  for (const part of NAMES) if (!WITHOUT_HTTP.includes(part)) requireUnblockedPort(part, ports[part]);
  for (const part of NAMES)
    if (part !== 'postgres' || !hasOwnDatabase) await requireFreePort(part, ports[part]);
  return ports;
}

export function findFreePorts(): Promise<PortalPorts> {
  return forEachPart(findFreePort);
}

async function forEachPart(
  choose: (part: keyof PortalPorts) => number | Promise<number>,
): Promise<PortalPorts> {
  const entries = NAMES.map(async (part) => [part, await choose(part)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as PortalPorts;
}

/** Returns a free port, which connections and other processes of the project are unlikely to take next. */
export async function findFreePort(): Promise<number> {
  const places = HIGHEST - LOWEST + 1;
  for (let tries = 0; tries < places; tries++) {
    const port = LOWEST + ((process.pid * PER_PROCESS + asked++) % places);
    if ((await reasonNotFree(port)) === undefined) return port;
  }
  throw new CommandError(`No port from ${LOWEST} to ${HIGHEST} is free.`);
}

export async function requireFreePort(part: keyof PortalPorts, port: number): Promise<void> {
  const [variable, name] = PARTS[part];
  const why = await reasonNotFree(port);
  if (why === 'EADDRINUSE') {
    const other = process.env[variable]
      ? `choose another: ${variable}=${await findFreePort()}`
      : `move all parts: ${PORT_BASE}=${await findFreeBase()}`;
    throw new CommandError(`Port ${port} for the ${name} is taken. Stop what uses it, or ${other} npm start`);
  }
  if (why === 'EACCES')
    throw new CommandError(
      `Your account may not use port ${port} for the ${name}. Choose a port above 1023 with ${variable}.`,
    );
}

async function findFreeBase(): Promise<number> {
  for (let base = LOWEST; base + NAMES.length <= HIGHEST; base += NAMES.length) {
    const reasons = await Promise.all(NAMES.map((_, index) => reasonNotFree(base + index)));
    if (reasons.every((reason) => reason === undefined)) return base;
  }
  throw new CommandError(`No ports from ${LOWEST} to ${HIGHEST} are free.`);
}

function requireUnblockedPort(part: keyof PortalPorts, port: number): void {
  if (!BLOCKED.has(port)) return;
  const [variable, name] = PARTS[part];
  let other = port;
  while (BLOCKED.has(other)) other++;
  throw new CommandError(
    `Browsers refuse port ${port} of the ${name}. Choose another: ${variable}=${other} npm start`,
  );
}

function readPort(variable: string, standard: number, highest = HIGHEST_PORT): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return standard;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > highest)
    throw new CommandError(`${variable} is "${text}": give a number from 1 to ${highest}.`);
  return port;
}

async function reasonNotFree(port: number): Promise<'EADDRINUSE' | 'EACCES' | undefined> {
  try {
    for (const host of LISTENED_ON) await listenBriefly(port, host);
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return 'EADDRINUSE';
    if (hasCode(error, 'EACCES')) return 'EACCES';
    // A machine without IPv6 is fine.
    if (!hasCode(error, 'EAFNOSUPPORT', 'EADDRNOTAVAIL')) throw error;
  }
  return undefined;
}

function listenBriefly(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}
