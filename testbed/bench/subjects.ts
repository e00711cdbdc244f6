import { createHash } from 'node:crypto';
import { samlLookupReply } from '@foyer/contracts/company/saml';
import { signUpBody } from '@foyer/testing/sign-up-body';
import {
  buildResponse,
  makeTestIdp,
  postable,
  readRequest,
  registerTestIdp,
  type TestIdp,
} from '@foyer/testing/test-idp';
import type { Harness } from '../harness/harness.ts';
import { Visitor } from '../harness/visitor.ts';
import { PASSWORD } from './bare-hash.ts';
import type { LoadRequest } from './load.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

export async function jsonRequests(url: string) {
  const { headers } = await Visitor.open(url);
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    path,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify(body),
  });
  const login = post('/login', { email: 'bench-{r}@bench.test', password: PASSWORD });
  return {
    session: {
      method: 'GET',
      path: '/session',
      headers: { accept: 'application/json', cookie: 'sid={token}' },
    },
    login,
    loginInKnownBrowser: {
      ...login,
      headers: { ...login.headers, cookie: `${login.headers['cookie']}; device={token}` },
    },
    register: post('/register-by-email', signUpBody({ email: 'new-{n}@bench.test' })),
    invitation: { method: 'GET', path: '/invitation/team/{token}', headers: { accept: 'application/json' } },
  } satisfies Record<string, LoadRequest>;
}

const CLIENT_ID = 'bench-app';
const CLIENT_SECRET = 'bench-secret-0123456789-0123456789-01234';
const VERIFIER = 'v'.repeat(43);
const REDIRECT_URI = 'https://app.bench.test/back';

/** Creates authorization codes for one app and one user. Returns the request that exchanges code `{n}`. */
export async function seedCodes(harness: Harness, count: number): Promise<LoadRequest> {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  await harness.pool.query(
    `WITH client AS (
       INSERT INTO oauth_clients (client_id, name, secret_hash, redirect_uris, scopes)
       VALUES ($1, 'Bench', $2, ARRAY[$3], ARRAY['profile']) RETURNING id
     ), granted AS (
       INSERT INTO oauth_grants (client_id, user_id, scopes, expires_at)
       SELECT client.id, u.id, ARRAY['profile'], now() + interval '30 days'
         FROM client, users u WHERE u.email = 'bench-1@bench.test' RETURNING id
     )
     INSERT INTO oauth_codes (code_hash, grant_id, redirect_uri, code_challenge, scopes, expires_at)
     SELECT sha256(('code-' || n)::bytea), granted.id, $3, $4, ARRAY['profile'], now() + interval '1 hour'
       FROM granted, generate_series(0, $5::int - 1) n`,
    [CLIENT_ID, hash(CLIENT_SECRET), REDIRECT_URI, hash(VERIFIER).toString('base64url'), count],
  );
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    code_verifier: VERIFIER,
  });
  return {
    method: 'POST',
    path: '/oauth/token',
    headers: FORM_TYPE,
    body: `${form.toString()}&code=code-{n}`,
  };
}

export async function createCompanies(harness: Harness, portalUrl: string, count: number) {
  const { privateKey, certificate } = await makeTestIdp('bench');
  const companies: TestIdp[] = [];
  for (let number = 0; number < count; number++) {
    const name = `company-${number}`;
    const idp = await makeTestIdp(name, { portalUrl, privateKey, certificate });
    const { id: teamId } = await harness.prisma.team.create({
      data: { name, seatLimit: 1_000_000 },
      select: { id: true },
    });
    await registerTestIdp(harness.prisma, idp, { teamId, domains: [`${name}.test`] });
    companies.push(idp);
  }
  return companies;
}

/** Creates signed responses for new users of these companies in turn, each for a sign-in in a separate browser. */
export async function makeAssertions(
  url: string,
  companies: TestIdp[],
  label: string,
  count: number,
): Promise<LoadRequest[]> {
  const requests: LoadRequest[] = [];
  for (let number = 0; number < count; number++) {
    const idp = companies[number % companies.length] ?? fail();
    const begun = await fetch(new URL(`/idp/${idp.name}`, url));
    const { saml, relayState } = samlLookupReply.parse(await begun.json());
    const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const inResponseTo = readRequest(saml).id;
    const xml = buildResponse(idp, { inResponseTo, email: `${label}-${number}@${idp.name}.test` });
    const body = new URLSearchParams({ SAMLResponse: postable(xml), RelayState: relayState });
    requests.push({
      method: 'POST',
      path: `/saml/${idp.name}/acs`,
      headers: { ...FORM_TYPE, cookie },
      body: body.toString(),
    });
  }
  return requests;
}

/**
 * Creates an attacker's responses, each for a started sign-in. Their XML is short but expensive to parse. Every second
 * one exceeds limits of xml-limits.ts. The others stay just below the limits on elements and children.
 */
export async function makeBombs(url: string, companies: TestIdp[]): Promise<LoadRequest[]> {
  const declared = Array.from({ length: 60 }, (_, number) => ` xmlns:n${number}="u"`).join('');
  const above = `<a${declared}>${'<b/>'.repeat(4_900)}</a>`;
  const within = `<a>${'<b/>'.repeat(950)}</a>`.repeat(2);
  const honest = await makeAssertions(url, companies, 'bomb', 2 * companies.length);
  return honest.map((request, number) => {
    const form = new URLSearchParams(request.body);
    const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
    const bomb = xml
      .replace('</saml:Assertion>', `${number % 2 ? above : within}$&`)
      .replaceAll(/(SignatureValue>)[^<]+/g, '$1QUJD');
    form.set('SAMLResponse', postable(bomb));
    return { ...request, body: form.toString() };
  });
}

function fail(): never {
  throw new Error('there is no company');
}
