import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { TestApi } from '../test-support/test-api.ts';
import { compareCosts, send, type Call } from '../test-support/http/test-processor-cost.ts';

/** The maximum cost, as a multiple of a normal call of the same kind (invariant 14 of docs/security.md). */
const MAX_COST_RATIO = 10;

const KB = 1_024;
const JSON_ROOM = 31 * KB;
const REPORT_ROOM = 15 * KB;
/**
 * The API's limit is eight times higher. With longer bodies, the test would mainly measure jest's garbage collection.
 */
const WEBHOOK_ROOM = 63 * KB;
/** Node limits headers and URL together to 16 kB. */
const HEADER_ROOM = 13 * KB;

const fill = (room: number, text: string): string => text.repeat(Math.floor(room / text.length));
const number = (room: number, write: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < room; at++) length += parts[parts.push(write(at)) - 1]?.length ?? 0;
  return parts.join('');
};

let api: TestApi;
let cookie = '';
let csrf = '';
beforeAll(async () => {
  api = await TestApi.start({ LOG_LEVEL: 'silent', TRUSTED_PROXY_HOPS: '1' });
  const reply = await api.http.get('/session');
  cookie = [reply.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  csrf = (reply.body as { csrfToken: string }).csrfToken;
});
afterAll(() => api.stop());

const json = (path: string, body: string): Call => ({
  path,
  headers: { cookie, 'csrf-token': csrf, 'content-type': 'application/json' },
  body,
});
const form = (path: string, body: string): Call => ({
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});
const get = (path: string, headers: Call['headers'] = {}): Call => ({ method: 'GET', path, headers });

const bodies: Record<string, string> = {
  'deep arrays': `{"email":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
  'deep objects': `${'{"email":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  'many keys': `{${number(JSON_ROOM, (at) => `"k${at}":0,`)}"email":"a@b.cd"}`,
  'many numbers': `{"email":[${fill(JSON_ROOM, '1e9,')}0]}`,
  'a number of many digits': `{"email":${fill(JSON_ROOM, '9')}}`,
  escapes: `{"email":"${fill(JSON_ROOM, '\\u0061')}"}`,
  'an email address of at signs': `{"email":"${fill(JSON_ROOM, '@')}"}`,
  'an email address of dots': `{"email":"a@${fill(JSON_ROOM, 'a.')}com"}`,
  'an email address of spaces': `{"email":"${fill(JSON_ROOM, ' ')}x"}`,
  'an email address of accents': `{"email":"${fill(900, '\\u0301')}@${fill(100, 'é.')}com"}`,
  'invalid JSON': fill(JSON_ROOM, '{"a":'),
};
const fields: Record<string, string> = {
  'many fields': fill(JSON_ROOM, 'a&'),
  'many values of one field': fill(JSON_ROOM, 'client_id=a&'),
  brackets: `${fill(JSON_ROOM, 'a[b]')}=1`,
  'percent signs': `grant_type=${fill(JSON_ROOM, '%')}`,
  'valid percent escapes': `code=${fill(JSON_ROOM, '%25')}`,
  'plus signs': `code=${fill(JSON_ROOM, '+')}`,
};
const headers: Record<string, Record<string, string>> = {
  'many cookies': { cookie: number(HEADER_ROOM, (at) => `c${at}=;`) },
  'cookies of one name': { cookie: fill(HEADER_ROOM, 'session=%25; ') },
  'cookies of quotes': { cookie: `a="${fill(HEADER_ROOM, '\\"')}` },
  'cookies of percent signs': { cookie: `session=${fill(HEADER_ROOM, '%C3%A4')}` },
  'media types': { accept: fill(HEADER_ROOM, 'a/b;q=0.1,') },
  'media types with parameters': { accept: `a/b${fill(HEADER_ROOM, ';c="d"')}` },
  languages: { 'accept-language': fill(HEADER_ROOM, 'de;q=0.1,') },
  encodings: { 'accept-encoding': fill(HEADER_ROOM, 'br;q=0.1,') },
  proxies: { 'x-forwarded-for': fill(HEADER_ROOM, '::1, ') },
  ranges: { range: `bytes=${fill(HEADER_ROOM, '0-1,')}` },
  'entity tags': { 'if-none-match': fill(HEADER_ROOM, '"a", ') },
  'a content type': { 'content-type': `application/json${fill(HEADER_ROOM, '; a="b"')}` },
  'a user agent': { 'user-agent': fill(HEADER_ROOM, 'Mozilla/5.0 (X11; ') },
  'a trace': { traceparent: `00-${fill(HEADER_ROOM, 'a')}`, tracestate: fill(HEADER_ROOM / 2, 'a=b,') },
};
const addresses: Record<string, string> = {
  slashes: fill(HEADER_ROOM, '/'),
  dots: fill(HEADER_ROOM, '/..'),
  'percent signs': `/saml/${fill(HEADER_ROOM, '%')}`,
  'valid percent escapes': `/saml/${fill(HEADER_ROOM, '%2e%2e%2f')}`,
  'many parameters': `/login?${fill(HEADER_ROOM, 'a=b&')}`,
  'parameters in brackets': `/login?${fill(HEADER_ROOM, 'a[b][c]')}=1`,
  'a redirect target of slashes': `/login?redirect=${fill(HEADER_ROOM, '/')}`,
  'a redirect target of at signs': `/login?redirect=https://${fill(HEADER_ROOM, '@')}`,
  'a redirect target of dots': `/login?redirect=https://${fill(HEADER_ROOM, 'a.')}`,
  'an app’s request': `/oauth/authorize?client_id=a&redirect_uri=${fill(HEADER_ROOM, '%2F')}&scope=x`,
};

const honestForm =
  'grant_type=authorization_code&code=x&client_id=x&client_secret=y&redirect_uri=https%3A%2F%2Fa.test%2F';
const honestReport = JSON.stringify({
  'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.test/x' },
});

const rows: [string, string, Call, Call][] = [
  ...[endpoints.findIdp.path, endpoints.login.path, '/register-by-email'].flatMap((path) =>
    Object.entries(bodies).map(([what, body]): [string, string, Call, Call] => [
      path,
      what,
      json(path, JSON.stringify({ email: 'nobody@nowhere.test' })),
      json(path, body),
    ]),
  ),
  ...[endpoints.oauthToken.path, endpoints.oauthRevoke.path].flatMap((path) =>
    Object.entries(fields).map(([what, body]): [string, string, Call, Call] => [
      path,
      what,
      form(path, honestForm),
      form(path, body),
    ]),
  ),
  ...[
    `[${fill(REPORT_ROOM, '[],')}[]]`,
    '['.repeat(REPORT_ROOM),
    `{"csp-report":{"blocked-uri":"${fill(REPORT_ROOM, '/')}"}}`,
  ].map((body): [string, string, Call, Call] => [
    endpoints.cspReport.path,
    body.slice(0, 20),
    json(endpoints.cspReport.path, honestReport),
    json(endpoints.cspReport.path, body),
  ]),
  ...['['.repeat(WEBHOOK_ROOM), fill(WEBHOOK_ROOM, '{"a":')].map((body): [string, string, Call, Call] => [
    endpoints.stripeWebhook.path,
    body.slice(0, 20),
    { ...json(endpoints.stripeWebhook.path, '{}'), headers: { 'stripe-signature': 't=1,v1=a' } },
    {
      ...json(endpoints.stripeWebhook.path, body),
      headers: { 'stripe-signature': fill(HEADER_ROOM, 't=1,v1=a,') },
    },
  ]),
  ...['/session', '/login'].flatMap((path) =>
    Object.entries(headers).map(([what, more]): [string, string, Call, Call] => [
      `GET ${path}`,
      `headers: ${what}`,
      get(path, { cookie, accept: 'text/html', 'user-agent': 'Mozilla/5.0' }),
      get(path, { accept: 'text/html', ...more }),
    ]),
  ),
  ...Object.entries(addresses).map(([what, path]): [string, string, Call, Call] => [
    'GET',
    `URL: ${what}`,
    get('/login?redirect=/settings', { accept: 'text/html' }),
    get(path, { accept: 'text/html' }),
  ]),
];

describe('a malicious request costs less than ten times the processor time of a normal one [asvs 15.2.2]', () => {
  it.each(rows)('%s, %s', async (_endpoint, _what, honest, worst) => {
    const ratio = await compareCosts(
      () => send(api.url, honest),
      () => send(api.url, worst),
      MAX_COST_RATIO,
    );
    expect(ratio).toBeLessThan(MAX_COST_RATIO);
  });
});
