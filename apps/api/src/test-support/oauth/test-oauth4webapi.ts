import * as oauth4webapi from 'oauth4webapi';
import { pathOf, tokensOf, type Discover, type IntrospectingLibrary } from './test-client-library.ts';

/** A client with oauth4webapi, which sends the secret in the body. */
export const discoverByOauth4webapi: Discover<IntrospectingLibrary> = async (
  issuer,
  apiUrl,
  { clientId, clientSecret, redirectUri },
) => {
  const client = { client_id: clientId };
  const authentication =
    clientSecret === undefined ? oauth4webapi.None() : oauth4webapi.ClientSecretPost(clientSecret);
  const options = {
    [oauth4webapi.allowInsecureRequests]: true,
    [oauth4webapi.customFetch]: (url: string, request: object) => fetch(apiUrl + pathOf(url), request),
  };
  const server = await oauth4webapi.processDiscoveryResponse(
    issuer,
    await oauth4webapi.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
  );
  return {
    ask: async (scope) => {
      const state = oauth4webapi.generateRandomState();
      const codeVerifier = oauth4webapi.generateRandomCodeVerifier();
      const url = new URL(server.authorization_endpoint ?? '');
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        code_challenge: await oauth4webapi.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).toString();
      return { url, state, codeVerifier };
    },
    redeem: async (callback, { state, codeVerifier }) => {
      const parameters = oauth4webapi.validateAuthResponse(server, client, callback, state);
      const response = await oauth4webapi.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        codeVerifier,
        options,
      );
      return tokensOf(await oauth4webapi.processAuthorizationCodeResponse(server, client, response));
    },
    refresh: async ({ refreshToken }) => {
      const response = await oauth4webapi.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        refreshToken,
        options,
      );
      return tokensOf(await oauth4webapi.processRefreshTokenResponse(server, client, response));
    },
    userinfo: async ({ accessToken }) => {
      const response = await oauth4webapi.userInfoRequest(server, client, accessToken, options);
      return oauth4webapi.processUserInfoResponse(server, client, oauth4webapi.skipSubjectCheck, response);
    },
    introspect: async ({ accessToken }) => {
      const response = await oauth4webapi.introspectionRequest(
        server,
        client,
        authentication,
        accessToken,
        options,
      );
      return { ...(await oauth4webapi.processIntrospectionResponse(server, client, response)) };
    },
    revoke: async ({ refreshToken }) => {
      const response = await oauth4webapi.revocationRequest(
        server,
        client,
        authentication,
        refreshToken,
        options,
      );
      await oauth4webapi.processRevocationResponse(response);
    },
  };
};
