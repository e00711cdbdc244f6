import { endpoints } from '@foyer/contracts/endpoints';

/** An app. Without a secret, it is public. */
export interface TestApp {
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
}

/** The authorization URL, and what the app stores until the redirect. */
export interface AuthorizationRequest {
  url: URL;
  state: string;
  codeVerifier: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scope: string | undefined;
}

/**
 * A third-party client library, as an app uses it. The library's errors have `error` or `status`, or are wrapped as
 * `Refused`.
 */
export interface ClientLibrary {
  ask(scope: string): Promise<AuthorizationRequest>;
  /** Gets the tokens for the code in the URL of the redirect. */
  redeem(callback: URL, asked: AuthorizationRequest): Promise<Tokens>;
  refresh(tokens: Tokens): Promise<Tokens>;
  userinfo(tokens: Tokens): Promise<unknown>;
  revoke(tokens: Tokens): Promise<void>;
  /** Stops the app's own server. */
  stop?(): Promise<void>;
}

/** A library that supports every feature in the portal's metadata. */
export interface IntrospectingLibrary extends ClientLibrary {
  introspect({ accessToken }: Tokens): Promise<Record<string, unknown>>;
}

/** Creates the app with a library. `issuer` is the portal's public URL, `apiUrl` is the replica's URL. */
export type Discover<Library = ClientLibrary> = (
  issuer: URL,
  apiUrl: string,
  app: TestApp,
) => Promise<Library>;

/** An error of the portal, with OAuth's error code if there is one. */
export class Refused extends Error {
  readonly error: string | undefined;
  readonly status: number | undefined;

  constructor({ error, status }: { error?: string | undefined; status?: number | undefined }) {
    super(`refused: ${error} ${status}`);
    this.error = error;
    this.status = status;
  }
}

/** The token endpoint's response (RFC 6749 5.1). */
export interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

export function tokensOf({ access_token, refresh_token = '', scope }: TokenAnswer): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, scope };
}

export const pathOf = (url: string | URL): string => new URL(url).href.slice(new URL(url).origin.length);

/** Calls `/oauth/userinfo`, for libraries that do not do this themselves. */
export async function fetchUserinfo(apiUrl: string, { accessToken }: Tokens): Promise<unknown> {
  const response = await fetch(`${apiUrl}${endpoints.oauthUserinfo.path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok) throw new Refused({ status: response.status });
  return response.json();
}
