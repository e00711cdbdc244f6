import * as openidClient from 'openid-client';
import { pathOf, tokensOf, type Discover, type IntrospectingLibrary } from './test-client-library.ts';

/** A client with openid-client, which sends the secret in the Authorization header. */
export const discoverByOpenidClient: Discover<IntrospectingLibrary> = async (
  issuer,
  apiUrl,
  { clientId, clientSecret, redirectUri },
) => {
  const config = await openidClient.discovery(
    issuer,
    clientId,
    undefined,
    clientSecret === undefined ? openidClient.None() : openidClient.ClientSecretBasic(clientSecret),
    {
      algorithm: 'oauth2',
      execute: [openidClient.allowInsecureRequests],
      [openidClient.customFetch]: (url, options) => fetch(apiUrl + pathOf(url), options as RequestInit),
    },
  );
  return {
    ask: async (scope) => {
      const [state, codeVerifier] = [openidClient.randomState(), openidClient.randomPKCECodeVerifier()];
      const url = openidClient.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await openidClient.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, state, codeVerifier };
    },
    redeem: async (callback, { state, codeVerifier }) =>
      tokensOf(
        await openidClient.authorizationCodeGrant(config, callback, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        }),
      ),
    refresh: async ({ refreshToken }) => tokensOf(await openidClient.refreshTokenGrant(config, refreshToken)),
    userinfo: ({ accessToken }) =>
      openidClient.fetchUserInfo(config, accessToken, openidClient.skipSubjectCheck),
    introspect: async ({ accessToken }) => ({
      ...(await openidClient.tokenIntrospection(config, accessToken)),
    }),
    revoke: ({ refreshToken }) => openidClient.tokenRevocation(config, refreshToken),
  };
};
