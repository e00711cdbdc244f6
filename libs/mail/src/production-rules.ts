import { X509Certificate } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { readLegalLinks, type LegalLink } from './legal-links.ts';
import {
  collectorFault,
  databaseFault,
  isLoopback,
  mailServerFault,
  readExceptions,
  type Exception,
} from './transport.ts';

export type Variables = Readonly<Record<string, string | undefined>>;
/**
 * Checks a variable's value. Returns the fault as the rest of a sentence that begins with the variable's name, or
 * undefined.
 */
type Check = (value: string, given: Variables, name: string) => string | undefined;

const OWN_SECRETS = ['CSRF_SECRET', 'MAIL_SECRET', 'SERVICE_CREDENTIAL'];
/** Words in the secrets of example files and stand-ins. These secrets are public. */
const KNOWN_WORDS = ['change-me', 'changeme', 'placeholder', 'example', 'standin', 'demo-credential'];
/** The minimum number of different characters. Almost every random value of 32 characters has more. */
const FEWEST_CHARACTERS = 10;
/** Example domains (RFC 2606, section 3), the example street, and phone numbers for fiction (555-0100 to -0199). */
const EXAMPLE = /\bexample\.(?:com|org|net)\b|\bExample Street\b|\b555[ -]?01\d\d\b/i;
/**
 * Facts about the company that visitors see. Production requires them, because the default values are only examples.
 */
export const CONTACTS = ['SUPPORT_EMAIL', 'POSTAL_ADDRESS', 'LEGAL_LINKS'];
export const OUTSIDE_PRODUCTION = ['RATE_LIMIT_FACTOR', 'STRIPE_API_URL', 'DATABASE_WAIT_SECONDS'];
/** The length of an RSA key with a strength of 128 bits (NIST SP 800-57 part 1, table 2). */
const RSA_BITS = 3072;
/** Keys with an older certificate may be shorter, because companies need weeks to replace it (docs/install.md). */
const KEYS_KNOWN_BEFORE = Date.parse('2026-11-23T00:00:00Z');

const checks: Readonly<Record<string, readonly Check[]>> = {
  CSRF_SECRET: [ownSecret],
  MAIL_SECRET: [ownSecret],
  SERVICE_CREDENTIAL: [ownSecret],
  STRIPE_SECRET_KEY: [standInKey],
  STRIPE_WEBHOOK_SECRET: [standInKey],
  SAML_SIGNING_KEY: [newKey],
  DATABASE_URL: [database, password],
  DATABASE_DIRECT_URL: [database, password],
  WORKER_DATABASE_URL: [database, password],
  MIGRATE_DATABASE_URL: [database, password],
  SMTP_URL: [mailServer, password],
  OTEL_EXPORTER_OTLP_ENDPOINT: [collector],
  INSECURE_TRANSPORT: [knownParts],
  NODE_TLS_REJECT_UNAUTHORIZED: [checkedCertificates],
  PUBLIC_URL: [httpsOr(isHere, 'passwords and cookies would cross the network readable')],
  HOME_URL: [httpsOr(isHere, 'visitors are sent there')],
  EARTH_PORTAL_URL: [httpsOr(isHere, 'visitors are sent there')],
  STRIPE_API_URL: [notInProduction],
  LEAKED_PASSWORDS_URL: [httpsOr(never, 'it decides which passwords are accepted')],
  LEGAL_LINKS: [
    legalLink('product-terms', 'visitors agree to what is there'),
    legalLink('website-terms', 'visitors agree to what is there'),
    legalLink('privacy', 'visitors rely on what is there'),
    legalLink('imprint', 'visitors rely on what is there'),
    legalLink('processors', 'visitors rely on what is there'),
  ],
  MARKETING_URL: [notAnExample, httpsOr(never, 'visitors are sent there')],
  SUPPORT_EMAIL: [notAnExample],
  SUPPORT_PHONE: [notAnExample],
  POSTAL_ADDRESS: [notAnExample],
  MAIL_FROM: [notAnExample],
  RATE_LIMIT_FACTOR: [notInProduction],
  DATABASE_WAIT_SECONDS: [notInProduction],
};

/** Returns what production rejects in the variables that the process reads (`reads`), as `NAME: sentence`. */
export function productionFaults(given: Variables, reads: ReadonlySet<string>): string[] {
  const missing = CONTACTS.filter((name) => reads.has(name) && given[name] === undefined);
  const wrong = Object.entries(checks)
    .filter(([name]) => reads.has(name) || name === 'NODE_TLS_REJECT_UNAUTHORIZED')
    .flatMap(([name, some]) => {
      const value = given[name];
      const found = value === undefined ? [] : some.map((check) => check(value, given, name));
      return found.filter((sentence) => sentence !== undefined).map((sentence) => `${name}: ${sentence}`);
    });
  return [
    ...wrong,
    ...missing.map((name) => `${name}: is not set, and visitors would read the example’s; set your own`),
  ];
}

export function productionWarnings(given: Variables, reads: ReadonlySet<string>): string[] {
  const { INSECURE_TRANSPORT: parts, SAML_SIGNING_KEY: keys } = given;
  const isReadable = parts !== undefined && reads.has('INSECURE_TRANSPORT');
  const weak = keys === undefined || !reads.has('SAML_SIGNING_KEY') ? [] : weakKeys(keys);
  return [
    ...(isReadable ? [`INSECURE_TRANSPORT: others on the network can read what goes to ${parts}`] : []),
    ...weak.map(
      ({ bits }) =>
        `SAML_SIGNING_KEY: is an RSA key of ${bits} bits, which is to be exchanged (npm run operate -- saml:new-key)`,
    ),
  ];
}

const isKnown = (value: string): boolean => KNOWN_WORDS.some((word) => value.toLowerCase().includes(word));
const entriesOf = (list = ''): string[] => list.split(',').map((entry) => entry.trim());
const exceptionsIn = (given: Variables): Exception[] =>
  readExceptions(given['INSECURE_TRANSPORT'] ?? '').exceptions;

function ownSecret(list: string, given: Variables, name: string): string | undefined {
  const entries = entriesOf(list);
  if (entries.some((entry) => isKnown(entry) || /secret/i.test(entry)))
    return 'is a placeholder; set a random value of your own';
  if (entries.some((entry) => new Set(entry).size < FEWEST_CHARACTERS))
    return 'is easy to guess, because it has few different characters; set a random value of your own';
  const twin = OWN_SECRETS.slice(0, OWN_SECRETS.indexOf(name)).find((other) =>
    entriesOf(given[other]).some((entry) => entries.includes(entry)),
  );
  return twin === undefined ? undefined : `is the value of ${twin} as well; each needs one of its own`;
}

function standInKey(key: string): string | undefined {
  return isKnown(key) ? 'is the public value of a stand-in; set the value from the card provider' : undefined;
}

function password(address: string): string | undefined {
  const isPlaceholder = URL.canParse(address) && isKnown(new URL(address).password);
  return isPlaceholder ? 'has a placeholder for its password; set one of your own' : undefined;
}

function database(address: string, given: Variables): string | undefined {
  return databaseFault(address, exceptionsIn(given)) ?? authorityFault(address);
}

/** Checks the `sslrootcert` file, which the driver reads only when it connects. */
function authorityFault(address: string): string | undefined {
  const file = new URL(address).searchParams.get('sslrootcert');
  if (file === null) return undefined;
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch {
    return `names a file of certificates that cannot be read: ${file}`;
  }
}

function mailServer(address: string, given: Variables): string | undefined {
  return mailServerFault(address, exceptionsIn(given));
}

function collector(address: string, given: Variables): string | undefined {
  return collectorFault(address, exceptionsIn(given));
}

function knownParts(list: string): string | undefined {
  const { unknown } = readExceptions(list);
  return unknown.length === 0
    ? undefined
    : `knows no ${unknown.map((entry) => `"${entry}"`).join(', ')}; it is a list of smtp, postgres and traces, each with @host for one host alone`;
}

function checkedCertificates(value: string): string | undefined {
  return value === '0'
    ? 'accepts every certificate; unset it, and set NODE_EXTRA_CA_CERTS to the certificate of your authority'
    : undefined;
}

/** The check ignores invalid URLs, which the schema reports. */
function httpsOr(mayBePlain: (address: URL) => boolean, because: string): Check {
  return (value) => {
    const address = URL.canParse(value) ? new URL(value) : undefined;
    return address?.protocol !== 'http:' || mayBePlain(address)
      ? undefined
      : `must be an https address: ${because}`;
  };
}

function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname);
}

function never(): boolean {
  return false;
}

function notAnExample(value: string): string | undefined {
  return EXAMPLE.test(value) ? 'is the example’s; set your own' : undefined;
}

function legalLink(name: LegalLink, because: string): Check {
  return (list, given) => {
    const { [name]: address = '' } = readLegalLinks(list).links;
    const sentence = notAnExample(address) ?? httpsOr(never, because)(address, given, name);
    return sentence && `${name} ${sentence}`;
  };
}

function notInProduction(): string {
  return 'is for development and load tests, and is not read in production; unset it';
}

function newKey(keys: string): string | undefined {
  const found = weakKeys(keys).find(({ since }) => since >= KEYS_KNOWN_BEFORE);
  return (
    found &&
    `is a new RSA key of ${found.bits} bits; a new one needs ${RSA_BITS} (npm run operate -- saml:new-key)`
  );
}

function weakKeys(keys: string): { bits: number; since: number }[] {
  return certificatesOfKeys(keys).flatMap(({ publicKey, validFromDate }) => {
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits < RSA_BITS ? [{ bits, since: validFromDate.getTime() }] : [];
  });
}

/** Leaves out unreadable certificates, which the schema reports. */
export function certificatesOfKeys(keys: string): X509Certificate[] {
  return entriesOf(keys).flatMap((entry) => {
    const [certificate] =
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(
        Buffer.from(entry, 'base64').toString(),
      ) ?? [];
    if (certificate === undefined) return [];
    try {
      return [new X509Certificate(certificate)];
    } catch {
      return [];
    }
  });
}
