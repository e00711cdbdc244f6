import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { testSigningKey } from '@foyer/testing/test-signing-key';
import { generate } from 'selfsigned';
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
const own = {
  CSRF_SECRET: 'x'.repeat(32),
  MAIL_SECRET: 'y'.repeat(32),
  OAUTH_SECRET: 'z'.repeat(32),
  SAML_SIGNING_KEY,
};

describe('the environment of the API', () => {
  it('has every variable in .env.example', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining(Object.keys(apiEnv.shape)));
  });

  it('takes the example with secrets of one’s own', () => {
    expect(readApiEnv({ ...example, ...own })).toMatchObject({ NODE_ENV: 'production', PORT: 3000 });
  });

  it('refuses the placeholder secrets of the example in production only', () => {
    expect(() => readApiEnv({ ...example, SAML_SIGNING_KEY })).toThrow(
      /CSRF_SECRET: is a placeholder[^]*MAIL_SECRET: is a placeholder[^]*OAUTH_SECRET: is a placeholder/,
    );
    expect(readApiEnv({ ...example, SAML_SIGNING_KEY, NODE_ENV: 'development' }).NODE_ENV).toBe(
      'development',
    );
  });

  it('asks only a list of leaked passwords that nobody can read along with or answer for, in production', () => {
    const read = (LEAKED_PASSWORDS_URL: string, NODE_ENV = 'production') =>
      readApiEnv({ ...example, ...own, LEAKED_PASSWORDS_URL, NODE_ENV }).LEAKED_PASSWORDS_URL?.href;
    expect(read('')).toBeUndefined();
    expect(read('https://leaked.test/range/')).toBe('https://leaked.test/range/');
    expect(read('http://leaked.test/range/', 'development')).toBe('http://leaked.test/range/');
    expect(() => read('http://leaked.test/range/')).toThrow(/LEAKED_PASSWORDS_URL: must be an https address/);
  });

  it('sends who wants more seats to an address or a page, and nowhere else', () => {
    const read = (MORE_SEATS_CONTACT: string) =>
      readApiEnv({ ...example, ...own, MORE_SEATS_CONTACT }).MORE_SEATS_CONTACT;
    expect(['', 'sales@example.com', 'https://example.com/seats?a=b'].map(read)).toEqual([
      undefined,
      'sales@example.com',
      'https://example.com/seats?a=b',
    ]);
    for (const wrong of ['sales', 'javascript:alert(1)', 'mailto:sales@example.com', '/seats'])
      expect(() => read(wrong)).toThrow(/MORE_SEATS_CONTACT: must be an email address or an http/);
  });

  it('says every fault at once', () => {
    expect(() => readApiEnv({ ...own, PORT: 'x', CSRF_SECRET: 'short', PUBLIC_URL: 'ftp://x' })).toThrow(
      /PORT: [^]*PUBLIC_URL: [^]*DATABASE_URL: [^]*CSRF_SECRET: [^]*HOME_URL: /,
    );
  });

  it('takes several signing keys, and says what is wrong with one', async () => {
    const read = (keys: string) => () => readApiEnv({ ...example, ...own, SAML_SIGNING_KEY: keys });
    const encode = (...pems: string[]) => Buffer.from(pems.join('\n')).toString('base64');
    const weak = await generate(undefined, { keySize: 1024, algorithm: 'sha256' });
    const certificate = /-----BEGIN CERTIFICATE[^]*/.exec(Buffer.from(SAML_SIGNING_KEY, 'base64').toString());
    expect(read(`${SAML_SIGNING_KEY}, ${SAML_SIGNING_KEY}`)().SAML_SIGNING_KEY).toHaveLength(2);
    expect(read('change-me')).toThrow(/SAML_SIGNING_KEY: each entry must be base64 of a private key/);
    expect(read(encode(weak.private, weak.cert))).toThrow(/RSA key of 1024 bits; at least 2048/);
    const other = await generate(undefined, { keySize: 2048, algorithm: 'sha256' });
    expect(read(encode(other.private, String(certificate)))).toThrow(
      /certificate that belongs to another key/,
    );
  });
});
