import { userinfoReply, type UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { endpoints } from '@foyer/contracts/endpoints';
import { inviteToEventReply } from '@foyer/contracts/registration/event-invite';
import * as client from 'openid-client';

export interface AuthorizationRequest {
  state: string;
  codeVerifier: string;
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

export interface Connection {
  tokens: Tokens;
  scopes: string[];
}

export interface PortalClientSettings {
  portalUrl: URL;
  /** The portal's URL for calls inside containers, instead of its public URL. */
  callUrl: URL | undefined;
  clientId: string;
  clientSecret: string;
  redirectUri: URL;
}

/** The app's side of OAuth 2.0, with openid-client. */
export class PortalClient {
  readonly #settings: PortalClientSettings;
  #known: client.Configuration | undefined;

  constructor(settings: PortalClientSettings) {
    this.#settings = settings;
  }

  /**
   * Returns the authorization URL (RFC 6749 4.1.1, RFC 7636), and the values of the request that the callback needs.
   */
  async ask(scopes: string[]): Promise<{ url: URL; asked: AuthorizationRequest }> {
    const asked = { state: client.randomState(), codeVerifier: client.randomPKCECodeVerifier() };
    const url = client.buildAuthorizationUrl(await this.#portal(), {
      redirect_uri: this.#settings.redirectUri.href,
      scope: scopes.join(' '),
      state: asked.state,
      code_challenge: await client.calculatePKCECodeChallenge(asked.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url, asked };
  }

  async connect(query: string, asked: AuthorizationRequest): Promise<Connection> {
    const url = new URL(query, this.#settings.redirectUri);
    const tokens = await client.authorizationCodeGrant(await this.#portal(), url, {
      expectedState: asked.state,
      pkceCodeVerifier: asked.codeVerifier,
    });
    return { tokens, scopes: scopesIn(tokens) };
  }

  /** Returns new tokens. The old refresh token is then invalid. */
  async refresh({ tokens, scopes }: Connection): Promise<Connection> {
    const fresh = await client.refreshTokenGrant(await this.#portal(), tokens.refresh_token ?? '');
    return { tokens: fresh, scopes: fresh.scope === undefined ? scopes : scopesIn(fresh) };
  }

  /** Requires the scope `profile`. */
  async readUser({ tokens }: Connection): Promise<UserinfoReply> {
    const portal = await this.#portal();
    return userinfoReply.parse(
      await client.fetchUserInfo(portal, tokens.access_token, client.skipSubjectCheck),
    );
  }

  /** Returns the invitation's link. Requires the scope `events.invite`. */
  async invite({ tokens }: Connection, invitation: { email: string; event_name: string }): Promise<string> {
    const path = endpoints.inviteToEvent.path.replace(':eventId', 'demo-event');
    const response = await client.fetchProtectedResource(
      await this.#portal(),
      tokens.access_token,
      new URL(path, this.#settings.portalUrl),
      endpoints.inviteToEvent.method,
      JSON.stringify(invitation),
      new Headers({ 'content-type': 'application/json' }),
    );
    if (!response.ok) throw new RefusedCall(response.status);
    return inviteToEventReply.parse(await response.json()).link;
  }

  /** Revokes the refresh token, or the access token if there is none (RFC 7009). */
  async disconnect({ tokens }: Connection): Promise<void> {
    await client.tokenRevocation(await this.#portal(), tokens.refresh_token ?? tokens.access_token);
  }

  /**
   * Returns the client's configuration, with the portal's metadata (RFC 8414). After a failed request for the metadata,
   * the next call requests it again.
   */
  async #portal(): Promise<client.Configuration> {
    const { portalUrl, callUrl, clientId, clientSecret } = this.#settings;
    this.#known ??= await client.discovery(
      portalUrl,
      clientId,
      undefined,
      client.ClientSecretBasic(clientSecret),
      {
        algorithm: 'oauth2',
        // Allows http, because the stand-in is for local use. A real app uses https.
        execute: [client.allowInsecureRequests],
        [client.customFetch]: (url, options) => {
          const { pathname, search } = new URL(url);
          return fetch(callUrl ? new URL(pathname + search, callUrl) : url, options as RequestInit);
        },
      },
    );
    return this.#known;
  }
}

class RefusedCall extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The portal answered with status ${status}.`);
    this.status = status;
  }
}

/** Returns undefined if the error does not come from a call to the portal. */
export function explainError(error: unknown): string | undefined {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? 'You declined, so nothing has changed.'
      : `The portal didn’t authorize this app (${error.error}).`;
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_grant'
      ? 'The portal ended this connection (invalid_grant). Connect again.'
      : `The portal rejected the request (${error.error}).`;
  if (error instanceof client.WWWAuthenticateChallengeError) return explainChallenge(error);
  if (error instanceof RefusedCall) return error.message;
  if (error instanceof client.ClientError) return `The portal’s response is invalid: ${error.message}.`;
  if (error instanceof TypeError) return 'The portal can’t be reached.';
  return undefined;
}

function explainChallenge({ status, cause }: client.WWWAuthenticateChallengeError): string {
  if (cause.some(({ scheme }) => scheme === 'basic'))
    return 'The portal doesn’t know this app or its secret (invalid_client).';
  return status === 403
    ? 'You didn’t allow this (insufficient_scope). Connect again with more scopes.'
    : 'The portal no longer accepts the access token (invalid_token). Refresh the tokens, or connect again.';
}

const scopesIn = ({ scope = '' }: Tokens): string[] => scope.split(' ').filter((one) => one !== '');
