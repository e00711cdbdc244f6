import { randomUUID } from 'node:crypto';
import {
  generateCodeVerifier,
  OAuth2Client,
  OAuth2Error,
  OAuth2Fetch,
  OAuth2HttpError,
  type OAuth2Token,
} from '@badgateway/oauth2-client';
import { endpoints } from '@foyer/contracts/endpoints';
import { pathOf, Refused, type Discover, type Tokens } from './test-client-library.ts';

/**
 * A client with @badgateway/oauth2-client, which uses the first client authentication method in the portal's metadata.
 */
export const discoverByBadgateway: Discover = async (issuer, apiUrl, app) => {
  const { clientId, clientSecret, redirectUri } = app;
  const client = new OAuth2Client({
    server: issuer.href,
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    fetch: (url, options) => fetch(apiUrl + pathOf(url instanceof Request ? url.url : url), options),
  });
  return {
    ask: async (scope) => {
      const [state, codeVerifier] = [randomUUID(), await generateCodeVerifier()];
      const url = await client.authorizationCode.getAuthorizeUri({
        redirectUri,
        state,
        codeVerifier,
        scope: scope.split(' '),
      });
      return { url: new URL(url), state, codeVerifier };
    },
    redeem: async (callback, { state, codeVerifier }) =>
      tokensOf(
        await inOurWords(
          client.authorizationCode.getTokenFromCodeRedirect(callback, { redirectUri, state, codeVerifier }),
        ),
      ),
    refresh: async (tokens) => tokensOf(await inOurWords(client.refreshToken(asStored(tokens)))),
    userinfo: async (tokens) => {
      const authorized = new OAuth2Fetch({
        client,
        // Without a refresh token, the library does not refresh tokens itself.
        getNewToken: () => ({ ...asStored(tokens), refreshToken: null }),
        scheduleRefresh: false,
      });
      const response = await authorized.mw()(new Request(apiUrl + endpoints.oauthUserinfo.path), (request) =>
        fetch(request),
      );
      if (!response.ok) throw new Refused({ status: response.status });
      return response.json();
    },
    revoke: (tokens) => inOurWords(client.revoke(asStored(tokens), 'refresh_token')),
  };
};

function asStored({ accessToken, refreshToken }: Tokens): OAuth2Token {
  return { accessToken, refreshToken, expiresAt: null };
}

function tokensOf({ accessToken, refreshToken, scope }: OAuth2Token): Tokens {
  return { accessToken, refreshToken: refreshToken ?? '', scope: scope?.join(' ') };
}

async function inOurWords<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof OAuth2Error)) throw error;
    throw new Refused({
      error: error.oauth2Code,
      status: error instanceof OAuth2HttpError ? error.httpCode : undefined,
    });
  }
}
