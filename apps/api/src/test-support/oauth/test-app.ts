import { createHash, randomBytes } from 'node:crypto';
import { pageValues } from '@foyer/contracts/page-values';
import { hashToken } from '../../request/secret-token.ts';
import type { TestApi, Visitor } from '../test-api.ts';

export const BACK = 'https://planner.test/back';

export type TestApp = { clientId: string; secret: string | undefined };

export async function registerApp(
  api: TestApi,
  clientId: string,
  { isPublic = false, scopes = ['profile', 'diagrams.read', 'events.invite'] } = {},
): Promise<TestApp> {
  const secret = isPublic ? undefined : randomBytes(32).toString('base64url');
  await api.prisma.oAuthClient.create({
    data: {
      clientId,
      name: `App ${clientId}`,
      scopes,
      redirectUris: [BACK, 'http://localhost:4000/callback'],
      secretHash: secret === undefined ? null : hashToken(secret),
    },
  });
  return { clientId, secret };
}

export const VERIFIER = 'v'.repeat(43);

/** `undefined` in `changes` omits a parameter. */
export function requestOf(app: TestApp, changes: Record<string, string | undefined> = {}) {
  const parameters: Record<string, string | undefined> = {
    client_id: app.clientId,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'profile',
    state: 'st4te',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export const addressOf = (parameters: Record<string, string>) =>
  `/oauth/authorize?${new URLSearchParams(parameters).toString()}`;

export function valuesOf(html: string) {
  return pageValues.parse(JSON.parse(/id="page-values">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'));
}

export async function askConsent(visitor: Visitor, parameters: Record<string, string>) {
  const reply = await visitor.get(addressOf(parameters)).set('accept', 'text/html');
  const { consent, csrfToken } = valuesOf(reply.text);
  return { ...parameters, ticket: consent?.ticket ?? '', _csrf: csrfToken };
}

export function postDecision(visitor: Visitor, fields: Record<string, string | string[]>) {
  return visitor.agent.post('/oauth/authorize').type('form').send(fields).redirects(0);
}

export function answerIn(reply: { headers: Record<string, string> }): Record<string, string> {
  return Object.fromEntries(new URL(reply.headers['location'] ?? 'none:').searchParams);
}

/** Returns an authorization code, even if the portal skips the consent page. */
export async function codeFor(
  visitor: Visitor,
  app: TestApp,
  changes: Record<string, string | undefined> = {},
): Promise<string> {
  const parameters = requestOf(app, changes);
  const reply = await visitor.get(addressOf(parameters)).set('accept', 'text/html').redirects(0);
  if (reply.status === 303) return answerIn(reply)['code'] ?? '';
  const { consent, csrfToken } = valuesOf(reply.text);
  const fields = { ...parameters, ticket: consent?.ticket ?? '', _csrf: csrfToken, decision: 'allow' };
  return answerIn(await postDecision(visitor, fields))['code'] ?? '';
}

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number };

function callToken(api: TestApi, app: TestApp, changes: Record<string, string | string[] | undefined>) {
  return postForm(api, '/oauth/token', { client_id: app.clientId, client_secret: app.secret, ...changes });
}

export function postForm(api: TestApi, path: string, fields: Record<string, string | string[] | undefined>) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat()) body.append(name, one);
  return api.http.post(path).type('form').send(body.toString());
}

export const redeem = (api: TestApi, app: TestApp, code: string, changes = {}) =>
  callToken(api, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: BACK,
    code_verifier: VERIFIER,
    ...changes,
  });

export const refresh = (api: TestApi, app: TestApp, refreshToken: string, changes = {}) =>
  callToken(api, app, { grant_type: 'refresh_token', refresh_token: refreshToken, ...changes });

export async function tokensFor(
  api: TestApi,
  visitor: Visitor,
  app: TestApp,
  scope = 'profile',
): Promise<Tokens> {
  return (await redeem(api, app, await codeFor(visitor, app, { scope }))).body as Tokens;
}

export async function userinfo(api: TestApi, accessToken: string) {
  return api.http.get('/oauth/userinfo').set('authorization', `Bearer ${accessToken}`);
}
