import { accessOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { oauthScopes, type OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import { lacksFactor, type FactorTerms } from '../identity/access.ts';

type Grant = FactorTerms & {
  isLive: boolean;
  userId: string;
  ownerId: string | null;
  status: string | null;
  endsAs: SubscriptionEnd | null;
  hasFactor: boolean;
  at: Date | string;
  grantedScopes: readonly string[];
};

/**
 * Returns the scopes of a code or token that still apply. An app may do no more than its user, so returns none while
 * the user is not active, is blocked because the plan ended, or lacks a second factor that is due.
 */
export function liveScopesOf(
  scopes: readonly string[],
  grant: Grant,
  portalDueAt: Date | undefined,
): OAuthScope[] {
  if (!grant.isLive) return [];
  if (accessOf(grant, grant.ownerId === grant.userId) !== 'full') return [];
  if (lacksFactor(grant, portalDueAt)) return [];
  return scopes
    .filter((scope): scope is OAuthScope => Object.hasOwn(oauthScopes, scope))
    .filter((scope) => grant.grantedScopes.includes(scope));
}
