import { planTypes } from '@foyer/catalog/plans';
import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { pages } from '../pages.ts';

const parameter = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** An authorization request's parameters (RFC 6749 4.1.1, RFC 7636 4.3). */
export const oauthRequest = z.object({
  client_id: parameter(200),
  redirect_uri: parameter(2048),
  response_type: z.literal('code'),
  scope: z.optional(parameter(1000)),
  state: z.optional(parameter(512)),
  code_challenge: z.optional(parameter(128)),
  code_challenge_method: z.optional(parameter(10)),
  prompt: z.optional(parameter(100)),
  max_age: z.optional(parameter(9)),
});
export type OAuthRequest = z.infer<typeof oauthRequest>;

/** Returns whether a URL is an authorization request that may require a new login (OpenID Connect Core 3.1.2.1). */
export function asksForLogin(address: string): boolean {
  const [path, query] = address.split('?');
  if (path !== pages.oauthAuthorize) return false;
  const wish = new URLSearchParams(query);
  return wish.has('max_age') || (wish.get('prompt') ?? '').split(' ').includes('login');
}

export const oauthScopes = {
  profile: say('connectedApps.oauth.profileScope', 'See your name, email address and team'),
  'diagrams.read': say('connectedApps.oauth.readScope', 'See your events and diagrams'),
  'diagrams.write': say('connectedApps.oauth.writeScope', 'Change your diagrams'),
  'events.invite': say('connectedApps.oauth.inviteScope', 'Invite collaborators to your events'),
} as const;
export type OAuthScope = keyof typeof oauthScopes;

/** Lifetimes (RFC 9700; ASVS 10.4.3, 10.4.8). */
export const AUTHORIZATION_CODE_LIFE_SECONDS = 60;
export const ACCESS_TOKEN_LIFE_SECONDS = 900;
export const GRANT_LIFE_DAYS = 90;
/**
 * How long a used refresh token still returns its successor, if the successor is unused. The `PUBLIC` value is for apps
 * without a client secret.
 */
export const REFRESH_GRACE_SECONDS = 60;
export const PUBLIC_REFRESH_GRACE_SECONDS = 10;

export const connectedAppsReply = z.object({
  apps: z.array(
    z.object({
      clientId: z.string(),
      name: z.string(),
      hosts: z.array(z.string()),
      scopes: z.array(z.string()),
      connectedAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
});
export type ConnectedAppsReply = z.infer<typeof connectedAppsReply>;

/** Answer of `GET /oauth/userinfo`. Entitlements have the names of the catalog's `PlanLimits`. */
export const userinfoReply = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  /** Always true, because every account has a verified address (invariant 12 of docs/security.md). */
  email_verified: z.literal(true),
  team: z.object({ id: z.string(), name: z.string() }),
  plan: z.enum(planTypes),
  entitlements: z.record(z.string(), z.nullable(z.number())),
});
export type UserinfoReply = z.infer<typeof userinfoReply>;
