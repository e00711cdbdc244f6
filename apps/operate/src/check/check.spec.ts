import { describe, expect, it } from '@jest/globals';
import { makeTestCertificate } from '@foyer/testing/test-certificate';
import { checkSigningKey, certificateFindings } from './check-certificates.ts';
import { checkClock } from './check-database.ts';
import { explain } from './check-mail.ts';
import { explainLink, proxyFindings } from './check-outside.ts';
import { runCheck, lineOf, ok, secretParts, toDo } from './finding.ts';

describe('the check of the clock', () => {
  it.each([
    [0.2, 'ok', 'have the same time'],
    [-4, 'ok', 'have the same time'],
    [40, 'to do', '40 seconds ahead of the database'],
    [-3600, 'to do', '3600 seconds behind the database'],
  ])('reports a clock %s seconds ahead as "%s"', (seconds, status, text) => {
    expect(checkClock(seconds)).toMatchObject({ status, text: expect.stringContaining(text) });
  });
});

describe('the check of the mail server', () => {
  it.each([
    ['ECONNREFUSED', 'no mail server answers at mail.test:465'],
    ['EAUTH', 'does not accept the user and the password'],
    ['ETLS', 'offers no trusted TLS'],
    ['EENVELOPE', 'does not accept a mail from MAIL_FROM'],
    ['EMESSAGE', 'does not accept the mail (why)'],
  ])('explains the failure %s: %s', (code, sentence) => {
    expect(explain({ code, message: 'why' }, 'mail.test:465')).toContain(sentence);
  });
});

describe('the check of the proxy', () => {
  it.each([
    ['203.0.113.77', 'https', false, ['Lower TRUSTED_PROXY_HOPS']],
    ['::ffff:10.0.0.7', 'https', false, ['this machine as 10.0.0.7, one of your proxies. Raise']],
    ['10.0.0.7', 'https', true, ['sees this machine as 10.0.0.7']],
    ['198.51.100.4', undefined, false, ['Set X-Forwarded-Proto']],
    ['10.0.0.7', 'http', false, ['Raise TRUSTED_PROXY_HOPS', 'Set X-Forwarded-Proto']],
    ['198.51.100.4', 'https', false, ['sees this machine as 198.51.100.4']],
  ])(
    'judges the client address %s and the protocol %s (portal nearby: %s): %j',
    (address, protocol, isNear, sentences) => {
      expect(proxyFindings({ address, protocol }, true, isNear).map(({ text }) => text)).toEqual(
        sentences.map((sentence) => expect.stringContaining(sentence)),
      );
    },
  );

  it.each([
    ['ENOTFOUND', 'has a host name without a DNS record'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'has a certificate that browsers do not trust'],
    ['ECONNREFUSED', 'does not answer'],
  ])('explains the failure %s of a link: %s', (code, sentence) => {
    expect(explainLink(code, 'why')).toContain(sentence);
  });
});

describe('the check of certificates', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const until = async (day: string) =>
    (await makeTestCertificate({ since: new Date('2026-01-01'), until: new Date(day) })).certificate;
  const judged = async (...days: string[]) => {
    const stored = await Promise.all(days.map(async (day) => ({ provider: 'acme', pem: await until(day) })));
    return certificateFindings(stored, now).map(({ status, text }) => `${status}: ${text}`);
  };

  it.each([
    [[], 'ok: 0 identity provider'],
    [['2027-06-01'], 'ok: 1 identity provider'],
    [['2026-12-20'], 'to do: the one of "acme" expires on 2026-12-20'],
    [['2026-12-20', '2028-01-01'], 'ok: 1 identity provider'],
    [['2026-11-01'], 'to do: the one of "acme" expires on 2026-11-01'],
  ])('judges certificates of a company until %j: %s', async (days, sentence) => {
    expect(await judged(...days)).toEqual([expect.stringContaining(sentence)]);
  });

  it('asks for a new import of unreadable certificates of a company', () => {
    const [finding] = certificateFindings([{ provider: 'acme', pem: 'none' }], now);
    expect(finding?.text).toContain('the one of "acme" cannot be read. Import its metadata again');
  });

  it.each([
    ['2027-06-01', 'ok', 'the signing key is valid until 2027-06-01'],
    ['2027-01-01', 'to do', 'the signing key expires on 2027-01-01'],
  ])('judges only the first signing key, here until %s: %s', async (day, status, text) => {
    const key = (pem: string) => Buffer.from(pem).toString('base64');
    const keys = `${key(await until(day))},${key(await until('2026-11-28'))}`;
    expect(checkSigningKey({ SAML_SIGNING_KEY: keys }, now)).toEqual([
      { subject: 'SAML key', status, text: expect.stringContaining(text) },
    ]);
  });

  it('reports an unreadable signing key', () => {
    expect(checkSigningKey({ SAML_SIGNING_KEY: 'none' }, now)[0]?.text).toContain('cannot be read');
  });
});

it('a check does not report missing tables, because the check of the migrations does', async () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error('why'), { code }));
  expect(await runCheck('rights', failing('3F000'))).toMatchObject([{ status: 'not checked' }]);
  expect(await runCheck('rights', failing('42501'))).toEqual([toDo('rights', 'why')]);
});

describe('a line of the report', () => {
  it('begins with "ok" or "to do", and joins a text of several lines', () => {
    expect(lineOf(ok('clock', 'agrees.'), [])).toBe('ok             clock: agrees.');
    expect(lineOf(toDo('mail', 'gone:\n  try again'), [])).toBe('to do          mail: gone: try again');
  });

  it('hides each secret: a URL and its password, encoded or not, and each entry of a list', () => {
    const secrets = secretParts(['postgresql://ada:p%40ss-word@db/foyer', 'first-secret, second-secret']);
    const text =
      'postgresql://ada:p%40ss-word@db/foyer p%40ss-word p@ss-word first-secret second-secret of ada at db';
    expect(lineOf(toDo('x', text), secrets)).toBe('to do          x: … … … … … of ada at db');
  });
});
