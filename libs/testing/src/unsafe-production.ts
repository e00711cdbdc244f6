import { makeTestCertificate } from './test-certificate.ts';
import { testSigningKey } from './test-signing-key.ts';

export type Process = 'api' | 'worker' | 'migrate';
export type UnsafeProduction = {
  what: string;
  processes: readonly Process[];
  changes: Record<string, string>;
  lines: string[];
};

const ALL = ['api', 'worker', 'migrate'] as const;
const NOT_WORKER = ['api', 'migrate'] as const;
const BOTH = ['api', 'worker'] as const;
const API = ['api'] as const;
const WORKER = ['worker'] as const;

/** Returns a valid production environment. Its servers do not exist. */
export function safeProduction(): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'https://portal.test',
    HOME_URL: 'https://product.test/',
    DATABASE_URL: 'postgresql://foyer:Wq8Zr1nB5t@db.test/foyer?sslmode=verify-full',
    WORKER_DATABASE_URL: 'postgresql://worker:Zr7Kq2nB9t@db.test/foyer?sslmode=verify-full',
    CSRF_SECRET: 'p3Jx0aWmQ7hVd92LkTzYcB6rNfUeGs1o',
    MAIL_SECRET: 'u8RbC4nZk0XyHq5TgLw1JmDs7VfAe3Po',
    SAML_SIGNING_KEY: testSigningKey(),
    TRUSTED_PROXY_HOPS: '1',
    STRIPE_SECRET_KEY: 'sk_live_7Jx0aWmQ7h',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_7Jx0aWmQ7h',
    STRIPE_WEBHOOK_SECRET: 'whsec_7Jx0aWmQ7h',
    SMTP_URL: 'smtp://foyer:Ht5Lx2vQ9m@mail.test',
    MAIL_FROM: 'Portal <no-reply@portal.test>',
    SUPPORT_EMAIL: 'help@portal.test',
    SUPPORT_PHONE: '+49 30 123456',
    POSTAL_ADDRESS: 'Hafenstr. 1, Hamburg',
    LEGAL_LINKS: legalLinks(),
    MARKETING_URL: 'https://portal.test/venues',
  };
}

export const NEEDED = {
  api: [
    'DATABASE_URL',
    'PUBLIC_URL',
    'HOME_URL',
    'SUPPORT_EMAIL',
    'POSTAL_ADDRESS',
    'LEGAL_LINKS',
    'MAIL_SECRET',
    'CSRF_SECRET',
    'SAML_SIGNING_KEY',
  ],
  worker: ['WORKER_DATABASE_URL', 'PUBLIC_URL', 'SUPPORT_EMAIL', 'MAIL_SECRET', 'SMTP_URL', 'MAIL_FROM'],
};

export function onlyNeeded(process: keyof typeof NEEDED): Record<string, string> {
  return Object.fromEntries(
    Object.entries(safeProduction()).filter(([name]) => NEEDED[process].includes(name)),
  );
}

export function legalLinks(changes: Record<string, string> = {}): string {
  const links = {
    'product-terms': 'https://portal.test/terms',
    'website-terms': 'https://portal.test/website-terms',
    privacy: 'https://portal.test/privacy',
    ...changes,
  };
  return Object.entries(links)
    .map(([name, address]) => `${name}=${address}`)
    .join(' ');
}

export async function signingKeyOf(keySize: number, since = new Date()): Promise<string> {
  const { privateKey, certificate } = await makeTestCertificate({ key: keySize, since });
  return Buffer.from(`${privateKey}\n${certificate}`).toString('base64');
}

export async function unsafeProductions(): Promise<UnsafeProduction[]> {
  const database = (rest: string): string => `postgresql://foyer:Wq8Zr1nB5t@db.test/foyer${rest}`;
  const readable =
    'DATABASE_URL: leads to db.test without sslmode=verify-full, so that others could read the traffic or impersonate the server; fix that (docs/install.md), or add it to INSECURE_TRANSPORT: postgres@db.test';
  const placeholder = 'is a placeholder; set a random value of your own';
  const notOurs = 'is the example’s; set your own';
  const notRead = 'is for development and load tests, and is not read in production; unset it';
  const mail = (option: string): string =>
    `SMTP_URL: has the option "${option}", which could turn TLS off; fix that (docs/install.md), or add it to INSECURE_TRANSPORT: smtp@mail.test`;
  const row = (
    what: string,
    processes: readonly Process[],
    changes: Record<string, string>,
    ...lines: string[]
  ): UnsafeProduction => ({ what, processes, changes, lines });
  const example = 'change-me-change-me-change-me-change-me';
  const databases = [
    row('a database without TLS', NOT_WORKER, { DATABASE_URL: database('') }, readable),
    row('a database with optional TLS', NOT_WORKER, { DATABASE_URL: database('?sslmode=prefer') }, readable),
    row(
      'a database with any certificate',
      NOT_WORKER,
      { DATABASE_URL: database('?sslmode=require') },
      readable,
    ),
    row(
      'a database certificate for any host',
      NOT_WORKER,
      { DATABASE_URL: database('?sslmode=verify-ca') },
      readable,
    ),
    row(
      'database TLS without verification',
      NOT_WORKER,
      { DATABASE_URL: database('?sslmode=no-verify') },
      readable,
    ),
    row('disabled database TLS', NOT_WORKER, { DATABASE_URL: database('?sslmode=disable') }, readable),
    row(
      'two values of sslmode',
      NOT_WORKER,
      { DATABASE_URL: database('?sslmode=verify-full&sslmode=disable') },
      'DATABASE_URL: says sslmode more than once; say it once',
    ),
    row(
      'a parameter with another host than localhost',
      NOT_WORKER,
      { DATABASE_URL: 'postgresql://foyer@localhost/foyer?host=db.test' },
      readable,
    ),
    row(
      'a missing file of certificates',
      NOT_WORKER,
      { DATABASE_URL: database('?sslmode=verify-full&sslrootcert=/nowhere/ca.pem') },
      'DATABASE_URL: names a file of certificates that cannot be read: /nowhere/ca.pem',
    ),
    row(
      'a placeholder as the database’s password',
      NOT_WORKER,
      { DATABASE_URL: 'postgresql://foyer:change-me@db.test/foyer?sslmode=verify-full' },
      'DATABASE_URL: has a placeholder for its password; set one of your own',
    ),
    row(
      'a secret given by variable and by file',
      NOT_WORKER,
      { DATABASE_URL_FILE: '/dev/null' },
      'DATABASE_URL_FILE: is set, and so is DATABASE_URL; set only one',
    ),
    row(
      'a TLS exception for another host',
      NOT_WORKER,
      { DATABASE_URL: database(''), INSECURE_TRANSPORT: 'postgres@postgres,smtp' },
      readable,
    ),
  ];
  return [
    ...databases,
    ...databases.map(asWorkers),
    row(
      'a direct database connection without TLS',
      API,
      { DATABASE_DIRECT_URL: database('') },
      readable.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
    ),
    row(
      'a migration database without TLS',
      ['migrate'],
      { MIGRATE_DATABASE_URL: database('') },
      readable.replace('DATABASE_URL', 'MIGRATE_DATABASE_URL'),
    ),
    row(
      'a TLS exception for everything',
      ALL,
      { INSECURE_TRANSPORT: 'all' },
      'INSECURE_TRANSPORT: knows no "all"; it is a list of smtp, postgres and traces, each with @host for one host alone',
    ),
    row(
      'a collector of traces without https',
      ['api', 'worker'],
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: leads to collector.test without https, so that others could read the traffic or impersonate the server; fix that (docs/install.md), or add it to INSECURE_TRANSPORT: traces@collector.test',
    ),
    row(
      'disabled certificate checks',
      ALL,
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED: accepts every certificate; unset it, and set NODE_EXTRA_CA_CERTS to the certificate of your authority',
    ),
    row(
      'a public URL without https',
      BOTH,
      { PUBLIC_URL: 'http://portal.customer.test' },
      'PUBLIC_URL: must be an https address: passwords and cookies would cross the network readable',
    ),
    row('the example’s mail secret', BOTH, { MAIL_SECRET: example }, `MAIL_SECRET: ${placeholder}`),
    row(
      'the example’s mail secret as a second one',
      BOTH,
      { MAIL_SECRET: `u8RbC4nZk0XyHq5TgLw1JmDs7VfAe3Po,${example}` },
      `MAIL_SECRET: ${placeholder}`,
    ),
    row(
      'a mail secret of one repeated character',
      BOTH,
      { MAIL_SECRET: 'x'.repeat(64) },
      'MAIL_SECRET: is easy to guess, because it has few different characters; set a random value of your own',
    ),
    row(
      'a short mail secret',
      BOTH,
      { MAIL_SECRET: 'u8RbC4nZk0XyHq5T' },
      'MAIL_SECRET: must be at least 32 characters long',
    ),
    row(
      'a missing secret file',
      BOTH,
      { MAIL_SECRET: '', MAIL_SECRET_FILE: '/nowhere/mail' },
      'MAIL_SECRET_FILE: names a file that cannot be read: /nowhere/mail',
    ),
    row(
      'an empty secret file',
      BOTH,
      { MAIL_SECRET: '', MAIL_SECRET_FILE: '/dev/null' },
      'MAIL_SECRET_FILE: names an empty file: /dev/null',
    ),
    row(
      'the example’s support address',
      BOTH,
      { SUPPORT_EMAIL: 'support@example.com' },
      `SUPPORT_EMAIL: ${notOurs}`,
    ),
    row(
      'a missing support address',
      BOTH,
      { SUPPORT_EMAIL: '' },
      'SUPPORT_EMAIL: is not set, and visitors would read the example’s; set your own',
    ),

    row(
      'a mail server with ignored TLS',
      WORKER,
      { SMTP_URL: 'smtp://mail.test?ignoreTLS=true' },
      mail('ignoreTLS'),
    ),
    row(
      'a mail server with optional TLS',
      WORKER,
      { SMTP_URL: 'smtp://mail.test?requireTLS=false' },
      mail('requireTLS'),
    ),
    row(
      'a mail server with TLS replaced by "secured"',
      WORKER,
      { SMTP_URL: 'smtps://mail.test?secured=true' },
      mail('secured'),
    ),
    row(
      'a mail server with an unverified certificate',
      WORKER,
      { SMTP_URL: 'smtps://mail.test?tls.rejectUnauthorized=false' },
      mail('tls.rejectUnauthorized'),
    ),
    row(
      'a mail service that overrides the URL',
      WORKER,
      { SMTP_URL: 'smtp://mail.test?service=Maildev' },
      mail('service'),
    ),
    row('a mail server without a host', WORKER, { SMTP_URL: 'smtp:///' }, 'SMTP_URL: names no host'),
    row(
      'a placeholder as the mail server’s password',
      WORKER,
      { SMTP_URL: 'smtp://foyer:change-me@mail.test' },
      'SMTP_URL: has a placeholder for its password; set one of your own',
    ),
    row(
      'the example’s sender address',
      WORKER,
      { MAIL_FROM: 'Foyer <no-reply@example.com>' },
      `MAIL_FROM: ${notOurs}`,
    ),

    row('the example’s CSRF secret', API, { CSRF_SECRET: example }, `CSRF_SECRET: ${placeholder}`),
    row(
      'one value for two secrets',
      API,
      { MAIL_SECRET: 'p3Jx0aWmQ7hVd92LkTzYcB6rNfUeGs1o' },
      'MAIL_SECRET: is the value of CSRF_SECRET as well; each needs one of its own',
    ),
    row(
      'the demo’s service credential',
      API,
      { SERVICE_CREDENTIAL: 'demo-credential-of-the-diagramming-product' },
      `SERVICE_CREDENTIAL: ${placeholder}`,
    ),
    row(
      'the stand-in’s Stripe key',
      API,
      { STRIPE_SECRET_KEY: 'sk_test_standin' },
      'STRIPE_SECRET_KEY: is the public value of a stand-in; set the value from the card provider',
    ),
    row(
      'the stand-in’s webhook secret',
      API,
      { STRIPE_WEBHOOK_SECRET: 'whsec_standin' },
      'STRIPE_WEBHOOK_SECRET: is the public value of a stand-in; set the value from the card provider',
    ),
    row(
      'another address of the card provider',
      API,
      { STRIPE_API_URL: 'https://cards.test' },
      `STRIPE_API_URL: ${notRead}`,
    ),
    row(
      'a list of leaked passwords without https',
      API,
      { LEAKED_PASSWORDS_URL: 'http://leaked.test/range/' },
      'LEAKED_PASSWORDS_URL: must be an https address: it decides which passwords are accepted',
    ),
    row(
      'a product address without https',
      API,
      { HOME_URL: 'http://product.test/' },
      'HOME_URL: must be an https address: visitors are sent there',
    ),
    row(
      'terms without https',
      API,
      { LEGAL_LINKS: legalLinks({ 'product-terms': 'http://portal.test/terms' }) },
      'LEGAL_LINKS: product-terms must be an https address: visitors agree to what is there',
    ),
    row(
      'the example’s terms',
      API,
      { LEGAL_LINKS: legalLinks({ 'website-terms': 'https://example.com/website-terms' }) },
      `LEGAL_LINKS: website-terms ${notOurs}`,
    ),
    row(
      'the example’s privacy notice',
      API,
      { LEGAL_LINKS: legalLinks({ privacy: 'https://www.example.com/privacy' }) },
      `LEGAL_LINKS: privacy ${notOurs}`,
    ),
    row(
      'an imprint without https',
      API,
      { LEGAL_LINKS: legalLinks({ imprint: 'http://portal.test/imprint' }) },
      'LEGAL_LINKS: imprint must be an https address: visitors rely on what is there',
    ),
    row(
      'invalid legal links',
      API,
      {
        LEGAL_LINKS:
          'product-terms=https://portal.test/terms product-terms=https://portal.test/terms terms=x privacy',
      },
      'LEGAL_LINKS: names product-terms more than once; name it once',
      'LEGAL_LINKS: knows no "terms"; it is a list of product-terms, website-terms, privacy, imprint, processors, each with =https://…',
      'LEGAL_LINKS: privacy must be an http(s) address',
      'LEGAL_LINKS: has no website-terms; add website-terms=https://… of your own',
    ),
    row(
      'the example’s marketing address',
      API,
      { MARKETING_URL: 'https://example.com/venues' },
      `MARKETING_URL: ${notOurs}`,
    ),
    row(
      'the example’s postal address',
      API,
      { POSTAL_ADDRESS: '1 Example Street, Example City' },
      `POSTAL_ADDRESS: ${notOurs}`,
    ),
    row('a fictional telephone number', API, { SUPPORT_PHONE: '+1 555 0100' }, `SUPPORT_PHONE: ${notOurs}`),
    row(
      'a database wait for specs',
      API,
      { DATABASE_WAIT_SECONDS: '60' },
      `DATABASE_WAIT_SECONDS: ${notRead}`,
    ),
    row('rate limits for a load test', API, { RATE_LIMIT_FACTOR: '2' }, `RATE_LIMIT_FACTOR: ${notRead}`),
    row(
      'a placeholder as the signing key',
      API,
      { SAML_SIGNING_KEY: 'change-me-npm-run-saml-new-key' },
      'SAML_SIGNING_KEY: each entry must be base64 of a private key and its certificate; make one with `npm run operate -- saml:new-key`',
    ),
    row(
      'a new signing key of 2048 bits',
      API,
      { SAML_SIGNING_KEY: await signingKeyOf(2048) },
      'SAML_SIGNING_KEY: is a new RSA key of 2048 bits; a new one needs 3072 (npm run operate -- saml:new-key)',
    ),
    row(
      'a second new signing key of 2048 bits',
      API,
      { SAML_SIGNING_KEY: `${testSigningKey()},${await signingKeyOf(2048)}` },
      'SAML_SIGNING_KEY: is a new RSA key of 2048 bits; a new one needs 3072 (npm run operate -- saml:new-key)',
    ),
  ];
}

function asWorkers({ what, changes, lines }: UnsafeProduction): UnsafeProduction {
  const rename = (text: string): string => text.replaceAll(/\bDATABASE_URL/g, 'WORKER_DATABASE_URL');
  return {
    what: `${what} (worker)`,
    processes: ['worker', 'migrate'],
    changes: Object.fromEntries(Object.entries(changes).map(([name, value]) => [rename(name), value])),
    lines: lines.map(rename),
  };
}

export function faultsOf(
  read: (environment: Record<string, string>) => unknown,
  environment: Record<string, string>,
): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}
