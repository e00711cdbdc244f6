import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_LIFE_SECONDS, GRANT_LIFE_DAYS } from '@foyer/contracts/connected-apps/oauth';
import OAuth2Server from '@node-oauth/oauth2-server';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { OAuthError, type OAuthErrorCode } from '../../http/oauth-error.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Client } from './clients.service.ts';
import type { Parameters } from './parameters.ts';
import type { Issued } from './tokens.queries.ts';
import { TokensService, type RefreshToken } from './tokens.service.ts';

/** RFC 6749 5.1 */
export type TokenReply = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/** RFC 9700 advises against the password grant (2.4) and the implicit grant (2.1.2). */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** Expiry is checked with the database's clock, so the library gets a date far in the future. */
const FAR_FUTURE = new Date(8.64e15);

const options = {
  accessTokenLifetime: ACCESS_TOKEN_LIFE_SECONDS,
  refreshTokenLifetime: GRANT_LIFE_DAYS * 86_400,
  allowExtendedTokenAttributes: false,
  alwaysIssueNewRefreshToken: true,
  enablePlainPKCE: false,
  // `TokenController` has already authenticated the app.
  requireClientAuthentication: { authorization_code: false, refresh_token: false },
};

/** Issues OAuth 2.0 tokens. No other file uses the OAuth library. */
@Injectable()
export class AuthorizationServer {
  constructor(private readonly tokens: TokensService) {}

  /** Throws errors of RFC 6749 5.2, and internal errors unchanged. */
  async exchange(client: Client, parameters: Parameters, request: RequestContext): Promise<TokenReply> {
    checkGrantType(parameters['grant_type']);
    const libraryClient = toLibraryClient(client);
    let refreshed: RefreshToken | undefined;
    let issued: Issued | undefined;
    const model: Partial<Model> = {
      getClient: () => Promise.resolve(libraryClient),
      // The library's own generators wait for a thread before the tokens are saved. In this time, a concurrent request
      // with the same code could count as reuse, and the first request would get no tokens either.
      generateAccessToken: () => Promise.resolve(mintToken()),
      generateRefreshToken: () => Promise.resolve(refreshed?.successor ?? mintToken()),
      getAuthorizationCode: async (authorizationCode) => {
        const code = await this.tokens.redeem(client, authorizationCode, request);
        if (!code) return undefined;
        if (code.redirectUri !== parameters['redirect_uri'])
          throw new OAuthError('invalid_grant', 'redirect_uri is not the one the code was asked for with.');
        const { grantId, redirectUri, codeChallenge, scopes: scope } = code;
        return {
          authorizationCode,
          redirectUri,
          codeChallenge,
          codeChallengeMethod: 'S256',
          scope,
          client: libraryClient,
          user: { grantId },
          expiresAt: FAR_FUTURE,
        };
      },
      revokeAuthorizationCode: () => Promise.resolve(true),
      getRefreshToken: async (refreshToken) => {
        refreshed = await this.tokens.findRefreshToken(client, refreshToken, request);
        if (!refreshed) return undefined;
        const { scopes: scope, grantId } = refreshed;
        return { refreshToken, scope, client: libraryClient, user: { grantId } };
      },
      revokeToken: () => Promise.resolve(true),
      saveToken: async (token, _client, user) => {
        const scope = remainingOf(token.scope ?? [], refreshed);
        const pair = {
          scopes: scope,
          accessHash: hashToken(token.accessToken),
          refreshHash: hashToken(token.refreshToken ?? ''),
        };
        issued = refreshed
          ? await this.tokens.rotate(client, String(parameters['refresh_token']), pair)
          : await this.tokens.issue(String(parameters['code']), pair);
        if (!issued) throw new OAuthError('invalid_grant', DESCRIPTIONS.invalid_grant);
        return { ...token, scope, client: libraryClient, user };
      },
    };
    const token = await this.#callLibrary(model, {
      ...parameters,
      client_id: client.clientId,
      client_secret: undefined,
    });
    return {
      access_token: token.accessToken,
      token_type: 'Bearer',
      expires_in: issued?.expiresInSeconds ?? 0,
      refresh_token: token.refreshToken ?? '',
      scope: (token.scope ?? []).join(' '),
    };
  }

  async #callLibrary(
    model: Partial<Model>,
    body: Record<string, string | undefined>,
  ): Promise<OAuth2Server.Token> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
    const request = new OAuth2Server.Request({ method: 'POST', headers, query: {}, body });
    try {
      const server = new OAuth2Server({ ...options, model: model as Model });
      return await server.token(request, new OAuth2Server.Response());
    } catch (error) {
      throw toOwnError(error);
    }
  }
}

/** The library would demand a secret for an unsupported grant type, even from a public app. */
function checkGrantType(grantType: string | undefined): void {
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  if (!GRANT_TYPES.includes(grantType))
    throw new OAuthError('unsupported_grant_type', DESCRIPTIONS.unsupported_grant_type);
}

function remainingOf(scopes: string[], refreshed: RefreshToken | undefined): string[] {
  if (!refreshed) return scopes;
  const left = refreshed.liveScopes.filter((scope) => scopes.includes(scope));
  if (left.length === 0) throw new OAuthError('invalid_scope', DESCRIPTIONS.invalid_scope);
  return left;
}

function toLibraryClient({ clientId, redirectUris }: Client): OAuth2Server.Client {
  return { id: clientId, redirectUris, grants: GRANT_TYPES };
}

const DESCRIPTIONS = {
  invalid_grant:
    'The code or refresh token is unknown, expired, used or another app’s, or code_verifier does not fit it.',
  invalid_request: 'A parameter is missing or malformed.',
  invalid_scope: 'A scope is unknown, or more than was allowed.',
  unauthorized_client: 'The app may not use this grant type.',
  unsupported_grant_type: `grant_type is one of ${GRANT_TYPES.join(', ')}.`,
} as const satisfies Partial<Record<OAuthErrorCode, string>>;

const isDescribed = (code: string): code is keyof typeof DESCRIPTIONS => Object.hasOwn(DESCRIPTIONS, code);

/** Returns the original of an internal error. The library's error would show the original's message to the app. */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  if ('inner' in error && error.inner instanceof OAuthError) return error.inner;
  if (isDescribed(error.name)) return new OAuthError(error.name, DESCRIPTIONS[error.name]);
  return 'inner' in error ? error.inner : error;
}
