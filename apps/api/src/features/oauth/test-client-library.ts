import { endpoints } from '@foyer/contracts/endpoints';

/** An app that is to connect; one without a secret is public. */
export interface TestApp {
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
}

/** What is asked at the portal, and what the app remembers until it is answered. */
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
 * A library of others, as an app uses it. Its calls throw what the library throws, which has `error` or `status`; where
 * the library has other names for them, `Refused`.
 */
export interface ClientLibrary {
  ask(scope: string): Promise<AuthorizationRequest>;
  /** Takes the address the browser was led back to. */
  redeem(callback: URL, asked: AuthorizationRequest): Promise<Tokens>;
  refresh(tokens: Tokens): Promise<Tokens>;
  userinfo(tokens: Tokens): Promise<unknown>;
  revoke(tokens: Tokens): Promise<void>;
  /** Ends what the app runs by itself. */
  stop?(): Promise<void>;
}

/** One that can do all that the portal's metadata speaks of. */
export interface IntrospectingLibrary extends ClientLibrary {
  introspect({ accessToken }: Tokens): Promise<Record<string, unknown>>;
}

/** Makes a library know the portal. `issuer` is its public address, `apiUrl` where the replica is. */
export type Discover<Library = ClientLibrary> = (
  issuer: URL,
  apiUrl: string,
  app: TestApp,
) => Promise<Library>;

/** What the portal refused, in OAuth's word where there is one. */
export class Refused extends Error {
  readonly error: string | undefined;
  readonly status: number | undefined;

  constructor({ error, status }: { error?: string | undefined; status?: number | undefined }) {
    super(`refused: ${error} ${status}`);
    this.error = error;
    this.status = status;
  }
}

/** The answer of the token endpoint (RFC 6749 5.1). */
export interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

export function tokensOf({ access_token, refresh_token = '', scope }: TokenAnswer): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, scope };
}

/** What follows the host in an address of the portal. */
export const pathOf = (url: string | URL): string => new URL(url).href.slice(new URL(url).origin.length);

/** Calls `/oauth/userinfo` for libraries that leave calls to the app. */
export async function fetchUserinfo(apiUrl: string, { accessToken }: Tokens): Promise<unknown> {
  const response = await fetch(`${apiUrl}${endpoints.oauthUserinfo.path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok) throw new Refused({ status: response.status });
  return response.json();
}
