import * as oauth4webapi from 'oauth4webapi';
import * as openidClient from 'openid-client';

/** An app that is to connect; one without a secret is public. */
export interface TestApp {
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
}

/** What is asked at the portal, and what the app remembers until it is answered. */
export interface Asked {
  url: URL;
  state: string;
  codeVerifier: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scope: string | undefined;
}

/** A library of others, as an app uses it. Its calls throw what the library throws. */
export interface ClientLibrary {
  ask(scope: string): Promise<Asked>;
  /** Takes the address the browser was led back to. */
  redeem(callback: URL, asked: Asked): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  userinfo(accessToken: string): Promise<Record<string, unknown>>;
  introspect(token: string): Promise<Record<string, unknown>>;
  revoke(token: string): Promise<void>;
}

/** Makes a library know the portal by its metadata. `issuer` is its public address, `apiUrl` where the replica is. */
export type Discover = (issuer: URL, apiUrl: string, app: TestApp) => Promise<ClientLibrary>;

interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

function tokensOf({ access_token, refresh_token = '', scope }: TokenAnswer): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, scope };
}

const pathOf = (url: string | URL): string => new URL(url).href.slice(new URL(url).origin.length);

/** By openid-client, with the secret in the Authorization header. */
export const discoverByOpenidClient: Discover = async (
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
    refresh: async (refreshToken) => tokensOf(await openidClient.refreshTokenGrant(config, refreshToken)),
    userinfo: (accessToken) => openidClient.fetchUserInfo(config, accessToken, openidClient.skipSubjectCheck),
    introspect: async (token) => ({ ...(await openidClient.tokenIntrospection(config, token)) }),
    revoke: (token) => openidClient.tokenRevocation(config, token),
  };
};

/** By oauth4webapi, with the secret in the body. */
export const discoverByOauth4webapi: Discover = async (
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
    refresh: async (refreshToken) => {
      const response = await oauth4webapi.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        refreshToken,
        options,
      );
      return tokensOf(await oauth4webapi.processRefreshTokenResponse(server, client, response));
    },
    userinfo: async (accessToken) => {
      const response = await oauth4webapi.userInfoRequest(server, client, accessToken, options);
      return oauth4webapi.processUserInfoResponse(server, client, oauth4webapi.skipSubjectCheck, response);
    },
    introspect: async (token) => {
      const response = await oauth4webapi.introspectionRequest(
        server,
        client,
        authentication,
        token,
        options,
      );
      return { ...(await oauth4webapi.processIntrospectionResponse(server, client, response)) };
    },
    revoke: async (token) => {
      const response = await oauth4webapi.revocationRequest(server, client, authentication, token, options);
      await oauth4webapi.processRevocationResponse(response);
    },
  };
};
