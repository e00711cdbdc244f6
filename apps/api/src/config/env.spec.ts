import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestCertificate } from '@foyer/testing/test-certificate';
import { testSigningKey } from '@foyer/testing/test-signing-key';
import {
  faultsOf,
  NEEDED,
  onlyNeeded,
  safeProduction,
  signingKeyOf,
  unsafeProductions,
} from '@foyer/testing/unsafe-production';
import { environmentWarnings } from '@foyer/mail/environment';
import { OUTSIDE_PRODUCTION } from '@foyer/mail/production-rules';
import { apiEnv, readApiEnv } from './env.ts';

const example = Object.fromEntries(
  readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1).replace(/^"|"$/g, ''),
    ]),
);
const SAML_SIGNING_KEY = testSigningKey();
const own = safeProduction();
const unsafe = await unsafeProductions();

const faultsIn = (environment: Record<string, string>) => faultsOf(readApiEnv, environment);

describe('the environment of the API', () => {
  it('has every variable of production in .env.example', () => {
    const names = Object.keys(apiEnv.shape).filter(
      (name) => name !== 'NODE_ENV' && !OUTSIDE_PRODUCTION.includes(name),
    );
    expect(Object.keys(example)).toEqual(expect.arrayContaining(names));
  });

  it('accepts .env.example with its placeholders replaced by own secrets', () => {
    expect(readApiEnv({ ...example, ...own })).toMatchObject({
      NODE_ENV: 'production',
      LEGAL_LINKS: { 'product-terms': 'https://portal.test/terms' },
    });
  });

  it('rejects the unchanged .env.example only in production [asvs 13.2.3]', () => {
    expect(() => readApiEnv({ ...example, SAML_SIGNING_KEY })).toThrow(
      /CSRF_SECRET: is a placeholder[^]*MAIL_SECRET: is a placeholder/,
    );
    const there = { ...example, SAML_SIGNING_KEY, LEAKED_PASSWORDS_URL: 'http://leaked.test/range/' };
    for (const NODE_ENV of ['development', 'test'])
      expect(readApiEnv({ ...there, NODE_ENV })).toMatchObject({
        NODE_ENV,
        LEAKED_PASSWORDS_URL: new URL('http://leaked.test/range/'),
      });
  });

  it.each(unsafe.filter(({ processes }) => processes.includes('api')))(
    'rejects $what in production, and nothing else',
    ({ changes, lines }) => {
      expect(faultsIn({ ...own, ...changes })).toEqual(lines);
    },
  );

  it('needs nine variables in production, and reports each one that is missing', () => {
    const least = onlyNeeded('api');
    expect(Object.keys(least)).toHaveLength(9);
    expect(faultsIn(least)).toEqual([]);
    for (const name of NEEDED.api)
      expect(faultsIn({ ...least, [name]: '' })).toEqual([expect.stringMatching(`^${name}: is not set`)]);
  });

  it('needs three more variables for card payments, and reports each one that is missing', () => {
    const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = own;
    const cards = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
    expect(faultsIn({ ...onlyNeeded('api'), ...cards })).toEqual([]);
    for (const name of Object.keys(cards))
      expect(faultsIn({ ...onlyNeeded('api'), ...cards, [name]: '' })).toEqual([
        expect.stringMatching(`^${name}: is not set`),
      ]);
  });

  it('has no fault if every variable has a value of the operator’s own', () => {
    expect(faultsIn(own)).toEqual([]);
    expect(
      faultsIn({ ...own, PUBLIC_URL: 'http://localhost:3000', HOME_URL: 'http://127.0.0.1:4000/' }),
    ).toEqual([]);
  });

  it('accepts an old signing key of 2048 bits, with a warning to replace it', async () => {
    const known = await signingKeyOf(2048, new Date('2026-03-01'));
    expect(faultsIn({ ...own, SAML_SIGNING_KEY: known })).toEqual([]);
    const warnings = (more: Record<string, string>) =>
      environmentWarnings({ ...own, ...more }, Object.keys(apiEnv.shape));
    expect(warnings({ SAML_SIGNING_KEY: known })).toEqual([
      expect.stringContaining('an RSA key of 2048 bits'),
    ]);
    expect(warnings({})).toEqual([]);
  });

  it('causes a warning for each exception from encryption', () => {
    const INSECURE_TRANSPORT = 'postgres@db.internal';
    const DATABASE_URL = 'postgresql://foyer@db.internal/foyer';
    expect(faultsIn({ ...own, DATABASE_URL, INSECURE_TRANSPORT })).toEqual([]);
    expect(environmentWarnings({ ...own, INSECURE_TRANSPORT }, Object.keys(apiEnv.shape))).toEqual([
      'INSECURE_TRANSPORT: others on the network can read what goes to postgres@db.internal',
    ]);
  });

  it('reads a secret from its file, without the line break', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'foyer-env-')), 'secret');
    writeFileSync(file, `${own['CSRF_SECRET']}\n`);
    const { CSRF_SECRET: _given, ...others } = own;
    expect(readApiEnv({ ...others, CSRF_SECRET_FILE: file }).CSRF_SECRET).toEqual([own['CSRF_SECRET']]);
    writeFileSync(file, 'change-me-change-me-change-me-change-me');
    expect(faultsIn({ ...others, CSRF_SECRET_FILE: file })).toEqual([
      'CSRF_SECRET: is a placeholder; set a random value of your own',
    ]);
  });

  it('reports each missing key of a group that belongs together', () => {
    const { STRIPE_SECRET_KEY: _secret, STRIPE_WEBHOOK_SECRET: _webhook, ...others } = own;
    expect(faultsIn(others)).toEqual([
      'STRIPE_SECRET_KEY: is not set, but STRIPE_PUBLISHABLE_KEY does not work without it',
      'STRIPE_WEBHOOK_SECRET: is not set, but STRIPE_PUBLISHABLE_KEY does not work without it',
    ]);
    expect(faultsIn({ ...others, STRIPE_PUBLISHABLE_KEY: '' })).toEqual([]);
    expect(faultsIn({ ...own, DATADOG_APPLICATION_ID: 'app', NODE_ENV: 'development' })).toEqual([
      'DATADOG_CLIENT_TOKEN: is not set, but DATADOG_APPLICATION_ID does not work without it',
    ]);
  });

  it('reports all faults together', () => {
    expect(() =>
      readApiEnv({ PORT: 'x', CSRF_SECRET: 'short', PUBLIC_URL: 'ftp://x', RATE_LIMIT_FACTOR: '11' }),
    ).toThrow(
      /PORT: [^]*PUBLIC_URL: [^]*DATABASE_URL: [^]*CSRF_SECRET: [^]*HOME_URL: [^]*RATE_LIMIT_FACTOR: is for development/,
    );
  });

  it('accepts several signing keys, and reports the fault of an invalid one', async () => {
    const read = (keys: string) => () => readApiEnv({ ...example, ...own, SAML_SIGNING_KEY: keys });
    const encode = (...pems: string[]) => Buffer.from(pems.join('\n')).toString('base64');
    const weak = await makeTestCertificate({ key: 1024 });
    const certificate = /-----BEGIN CERTIFICATE[^]*/.exec(Buffer.from(SAML_SIGNING_KEY, 'base64').toString());
    expect(read(`${SAML_SIGNING_KEY}, ${SAML_SIGNING_KEY}`)().SAML_SIGNING_KEY).toHaveLength(2);
    expect(read('change-me')).toThrow(/SAML_SIGNING_KEY: each entry must be base64 of a private key/);
    expect(read(encode(weak.privateKey, weak.certificate))).toThrow(/RSA key of 1024 bits; at least 2048/);
    const other = await makeTestCertificate();
    expect(read(encode(other.privateKey, String(certificate)))).toThrow(
      /certificate that belongs to another key/,
    );
  });
});
