import { findFreePort, readPort, requireFreePort, requireUnblockedPort } from './ports.ts';

/** Where the parts listen. */
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

interface Plan {
  variable: string;
  name: string;
  standard: number;
}

/** Moves all parts at once: they follow each other from there, the portal first. */
const PORT_BASE = 'FOYER_PORT_BASE';

/** The variable that moves each part, what it is called in messages, and where it is without the variable. */
const PARTS: Record<keyof PortalPorts, Plan> = {
  portal: { variable: 'PORT', name: 'portal', standard: 3000 },
  inbox: { variable: 'INBOX_PORT', name: 'inbox', standard: 1080 },
  smtp: { variable: 'SMTP_PORT', name: "inbox's mail server", standard: 1025 },
  product: { variable: 'PRODUCT_PORT', name: 'stand-in of the seating product', standard: 4000 },
  cardProvider: { variable: 'CARD_PROVIDER_PORT', name: 'stand-in of the card provider', standard: 12_111 },
  identityProvider: {
    variable: 'IDENTITY_PROVIDER_PORT',
    name: 'stand-in of the identity providers',
    standard: 7001,
  },
  postgres: { variable: 'POSTGRES_PORT', name: 'embedded Postgres', standard: 54320 },
  metrics: { variable: 'METRICS_PORT', name: "API's metrics", standard: 9464 },
  workerMetrics: { variable: 'WORKER_METRICS_PORT', name: "mail worker's metrics", standard: 9465 },
};

/** Where a part is, or is to be. */
export function portOf(part: keyof PortalPorts): number {
  return wantedPort(PARTS[part]);
}

function wantedPort({ variable, standard }: Plan): number {
  const base = readPort(PORT_BASE, 0);
  const place = Object.values(PARTS).findIndex((plan) => plan.variable === variable);
  return readPort(variable, base === 0 ? standard : base + place);
}

/** They do not speak HTTP. */
const WITHOUT_HTTP: readonly string[] = ['smtp', 'postgres'];

/** The ports to start on; refuses when one is taken, or refused by browsers. */
export async function choosePorts(hasOwnDatabase: boolean): Promise<PortalPorts> {
  const ports = await forEachPart(wantedPort);
  for (const [part, { name, variable }] of Object.entries(PARTS))
    if (!WITHOUT_HTTP.includes(part)) requireUnblockedPort(ports[part as keyof PortalPorts], name, variable);
  for (const [part, { name, variable }] of Object.entries(PARTS)) {
    if (part === 'postgres' && hasOwnDatabase) continue;
    await requireFreePort(ports[part as keyof PortalPorts], name, variable);
  }
  return ports;
}

/** Ports nobody uses, for a portal beside another one. */
export function findFreePorts(): Promise<PortalPorts> {
  return forEachPart(findFreePort);
}

async function forEachPart(choose: (part: Plan) => number | Promise<number>): Promise<PortalPorts> {
  const entries = Object.entries(PARTS).map(async ([part, plan]) => [part, await choose(plan)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as PortalPorts;
}
