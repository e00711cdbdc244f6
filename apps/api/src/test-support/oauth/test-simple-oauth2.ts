import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationCode, type AccessToken } from 'simple-oauth2';
import { fetchUserinfo, Refused, tokensOf, type Discover, type TokenAnswer } from './test-client-library.ts';

/**
 * A client with simple-oauth2, which sends the secret in the Authorization header. The library does not read metadata.
 * PKCE, state, and errors in the redirect are the app's task.
 */
export const configureSimpleOauth2: Discover = async (issuer, apiUrl, app) => {
  const { clientId, clientSecret, redirectUri } = app;
  const client = new AuthorizationCode({
    client: { id: clientId, secret: clientSecret ?? '' },
    auth: { tokenHost: apiUrl, authorizeHost: issuer.origin },
    options: { authorizationMethod: clientSecret === undefined ? 'body' : 'header' },
  });
  return {
    ask: async (scope) => {
      const [state, codeVerifier] = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url')];
      const question = {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      return { url: new URL(client.authorizeURL(question)), state, codeVerifier };
    },
    redeem: async ({ searchParams }, { state, codeVerifier }) => {
      if (searchParams.get('state') !== state) throw new Error('an answer to another question');
      const error = searchParams.get('error');
      if (error !== null) throw new Refused({ error });
      const answer = {
        code: searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      };
      return tokensOf(answerIn(await inOurWords(client.getToken(answer))));
    },
    refresh: async ({ refreshToken }) => {
      const stored = client.createToken({ refresh_token: refreshToken });
      return tokensOf(answerIn(await inOurWords(stored.refresh())));
    },
    userinfo: (tokens) => fetchUserinfo(apiUrl, tokens),
    revoke: ({ accessToken, refreshToken }) =>
      inOurWords(client.createToken({ access_token: accessToken, refresh_token: refreshToken }).revokeAll()),
  };
};

function answerIn({ token }: AccessToken): TokenAnswer {
  return {
    access_token: String(token['access_token']),
    refresh_token: String(token['refresh_token']),
    scope: String(token['scope']),
  };
}

interface BoomError {
  output?: { statusCode?: number };
  data?: { payload?: { error?: string } };
}

async function inOurWords<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { output, data } = error as BoomError;
    if (!output) throw error;
    throw new Refused({ error: data?.payload?.error, status: output.statusCode });
  }
}
