import { endpoints } from '@foyer/contracts/endpoints';

export interface TestApp {
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
}

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

/** If the portal refuses a call, the call rejects with an error that has `error` or `status`, for example `Refused`. */
export interface ClientLibrary {
  ask(scope: string): Promise<AuthorizationRequest>;
  redeem(callback: URL, asked: AuthorizationRequest): Promise<Tokens>;
  refresh(tokens: Tokens): Promise<Tokens>;
  userinfo(tokens: Tokens): Promise<unknown>;
  revoke(tokens: Tokens): Promise<void>;
  stop?(): Promise<void>;
}

export interface IntrospectingLibrary extends ClientLibrary {
  introspect({ accessToken }: Tokens): Promise<Record<string, unknown>>;
}

/** `issuer` is the portal's public URL. `apiUrl` is the URL of the replica. */
export type Discover<Library = ClientLibrary> = (
  issuer: URL,
  apiUrl: string,
  app: TestApp,
) => Promise<Library>;

export class Refused extends Error {
  readonly error: string | undefined;
  readonly status: number | undefined;

  constructor({ error, status }: { error?: string | undefined; status?: number | undefined }) {
    super(`refused: ${error} ${status}`);
    this.error = error;
    this.status = status;
  }
}

export interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

export function tokensOf({ access_token, refresh_token = '', scope }: TokenAnswer): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, scope };
}

export const pathOf = (url: string | URL): string => new URL(url).href.slice(new URL(url).origin.length);

export async function fetchUserinfo(apiUrl: string, { accessToken }: Tokens): Promise<unknown> {
  const response = await fetch(`${apiUrl}${endpoints.oauthUserinfo.path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok) throw new Refused({ status: response.status });
  return response.json();
}
