/**
 * The kinds of connections that must be encrypted, with a check of the server's certificate (docs/install.md).
 * Connections within the machine and those in INSECURE_TRANSPORT may be plain.
 */
const transportParts = ['smtp', 'postgres', 'traces'] as const;
type TransportPart = (typeof transportParts)[number];

/** An entry of INSECURE_TRANSPORT, for example `postgres@db.internal`. Without a host, it is for all hosts. */
export type Exception = { part: TransportPart; host?: string };

/** The options that SMTP_URL may have if TLS is required. Others could turn TLS off. */
const SMTP_OPTIONS = ['name', 'localAddress', 'authMethod', 'servername', 'tls.servername'];
/** Options that must not be repeated, because programs differ in which value they use. */
const ONCE = ['host', 'sslmode', 'sslrootcert'];

export function isLoopback(host: string): boolean {
  const address = bare(host);
  return address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);
}

export function readExceptions(list: string): { exceptions: Exception[]; unknown: string[] } {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const exceptions: Exception[] = [];
  const unknown: string[] = [];
  for (const entry of entries) {
    const [name, host, ...rest] = entry.split('@');
    const part = transportParts.find((known) => known === name);
    if (part === undefined || host === '' || rest.length > 0) unknown.push(entry);
    else exceptions.push(host === undefined ? { part } : { part, host: bare(host) });
  }
  return { exceptions, unknown };
}

/** Returns the fault of a connection to Postgres. Undefined if it is encrypted and checked, or may be plain. */
export function databaseFault(address: string, exceptions: readonly Exception[]): string | undefined {
  if (!URL.canParse(address)) return 'is no address that can be read';
  const { hostname, searchParams } = new URL(address);
  const twice = ONCE.find((name) => searchParams.getAll(name).length > 1);
  if (twice !== undefined) return `says ${twice} more than once; say it once`;
  const host = searchParams.get('host') || hostname;
  if (host === '') return 'names no host';
  const isSocket = /^(?:\/|%2f)/i.test(host);
  if (isSocket || mayBePlain('postgres', host, exceptions)) return undefined;
  if (searchParams.get('sslmode') === 'verify-full') return undefined;
  return `leads to ${host} without sslmode=verify-full, so that others could read the traffic or impersonate the server; ${remedyFor('postgres', host)}`;
}

export function mailServerFault(address: string, exceptions: readonly Exception[]): string | undefined {
  if (!URL.canParse(address)) return 'is no address that can be read';
  const { hostname, searchParams } = new URL(address);
  if (hostname === '') return 'names no host';
  if (mayBePlain('smtp', hostname, exceptions)) return undefined;
  const option = [...searchParams.keys()].find((name) => !SMTP_OPTIONS.includes(name));
  return option === undefined
    ? undefined
    : `has the option "${option}", which could turn TLS off; ${remedyFor('smtp', hostname)}`;
}

export function collectorFault(address: string, exceptions: readonly Exception[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, protocol } = new URL(address);
  if (protocol === 'https:' || mayBePlain('traces', hostname, exceptions)) return undefined;
  return `leads to ${hostname} without https, so that others could read the traffic or impersonate the server; ${remedyFor('traces', hostname)}`;
}

export function mustEncryptMail(address: string, exceptions: readonly Exception[]): boolean {
  return !mayBePlain('smtp', new URL(address).hostname, exceptions);
}

function mayBePlain(part: TransportPart, host: string, exceptions: readonly Exception[]): boolean {
  const isExcepted = exceptions.some(
    (exception) => exception.part === part && (exception.host ?? bare(host)) === bare(host),
  );
  return isExcepted || isLoopback(host);
}

const remedyFor = (part: TransportPart, host: string): string =>
  `fix that (docs/install.md), or add it to INSECURE_TRANSPORT: ${part}@${host}`;

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
