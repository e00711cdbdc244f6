import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@foyer/contracts/endpoints';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import OAuth2Strategy, { type VerifyCallback } from 'passport-oauth2';
import { Refused, type Discover, type TestApp, type Tokens } from './test-client-library.ts';

type Profile = Record<string, unknown>;

/**
 * An Express app with passport-oauth2. State and PKCE are in the session, and the secret is sent in the body. The
 * library only gets the tokens. The app's own code calls the API, and refreshes and revokes tokens.
 */
export const runPassportApp: Discover = async (issuer, apiUrl, app) => {
  const { clientId, clientSecret, redirectUri } = app;
  const strategy = new PortalStrategy(issuer, apiUrl, app);
  const passport = new Passport().use('portal', strategy);
  const server = express()
    .use(session({ secret: 'of-the-planner', resave: false, saveUninitialized: false }))
    .get('/connect', (request, response, next) =>
      passport.authenticate('portal', { scope: String(request.query['scope']), session: false })(
        request,
        response,
        next,
      ),
    )
    .get(
      '/callback',
      passport.authenticate('portal', { session: false, failWithError: true }),
      (request, response) => response.json(request.user),
    )
    .use(answerFailure)
    .listen(Number(new URL(redirectUri).port), '127.0.0.1');
  await once(server, 'listening');
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let cookie = '';

  return {
    ask: async (scope) => {
      const response = await fetch(`${appUrl}/connect?${new URLSearchParams({ scope }).toString()}`, {
        redirect: 'manual',
      });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const url = new URL(response.headers.get('location') ?? '');
      return { url, state: url.searchParams.get('state') ?? '', codeVerifier: 'only the app knows it' };
    },
    redeem: async (callback) => {
      const response = await fetch(callback, { headers: { cookie } });
      if (!response.ok) throw new Refused((await response.json()) as { error?: string; status: number });
      return (await response.json()) as Tokens;
    },
    refresh: ({ refreshToken }) => strategy.refresh(refreshToken),
    userinfo: ({ accessToken }) => strategy.userinfo(accessToken),
    revoke: async ({ refreshToken }) => {
      const body = new URLSearchParams({
        token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret ?? '',
      });
      const { ok, status } = await fetch(apiUrl + endpoints.oauthRevoke.path, { method: 'POST', body });
      if (!ok) throw new Refused({ status });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const answerFailure: ErrorRequestHandler = (
  { code, status = 500 }: { code?: string; status?: number },
  request,
  response,
  _next,
) => {
  // After a denial, the library sets only a status.
  const error = code ?? request.query['error'];
  response.status(status).json({ status, error });
};

class PortalStrategy extends OAuth2Strategy {
  // Not a #private field, because passport derives an object from this one for each request.
  private readonly userinfoUrl: string;

  constructor(issuer: URL, apiUrl: string, { clientId, clientSecret, redirectUri }: TestApp) {
    super(
      {
        authorizationURL: issuer.origin + endpoints.oauthDecision.path,
        tokenURL: apiUrl + endpoints.oauthToken.path,
        clientID: clientId,
        clientSecret: clientSecret ?? '',
        callbackURL: redirectUri,
        state: true,
        pkce: true,
      },
      (
        accessToken: string,
        refreshToken: string,
        { scope }: { scope?: string },
        profile: Profile,
        done: VerifyCallback,
      ) => done(null, { accessToken, refreshToken, scope, profile }),
    );
    this.userinfoUrl = apiUrl + endpoints.oauthUserinfo.path;
    // The library would put the token into the query, which the portal rejects.
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: Profile) => void): void {
    this._oauth2.get(this.userinfoUrl, accessToken, (error, body) =>
      error ? done(refusedAs(error)) : done(undefined, JSON.parse(String(body)) as Profile),
    );
  }

  userinfo(accessToken: string): Promise<Profile> {
    return new Promise((resolve, reject) =>
      this.userProfile(accessToken, (error, profile) =>
        profile ? resolve(profile) : reject(error as Error),
      ),
    );
  }

  refresh(token: string): Promise<Tokens> {
    return new Promise((resolve, reject) =>
      this._oauth2.getOAuthAccessToken(
        token,
        { grant_type: 'refresh_token' },
        (error, accessToken = '', refreshToken = '', { scope }: { scope?: string } = {}) =>
          error ? reject(refusedAs(error)) : resolve({ accessToken, refreshToken, scope }),
      ),
    );
  }
}

function refusedAs(answer: Error | { statusCode: number; data?: unknown }): Error {
  if (answer instanceof Error) return answer;
  const { error } = JSON.parse(String(answer.data)) as { error?: string };
  return new Refused({ error, status: answer.statusCode });
}
