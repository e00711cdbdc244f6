import { accessOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { oauthScopes, type OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import { flag, now, type TypedSql } from '@foyer/db/typed-sql';
import { hasFactor, lacksFactor, type FactorTerms } from '../identity/access.ts';

/** What decides whether, and with which scopes, an app may use a code or token. */
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

/** Grants with all that `liveScopesOf` asks for. Callers join the code or token. */
export const selectGrants = (database: TypedSql) =>
  database
    .selectFrom('oauthGrants as g')
    .innerJoin('oauthClients as c', 'c.id', 'g.clientId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .innerJoin('teams as m', 'm.id', 'u.teamId')
    .leftJoin('subscriptions as p', 'p.teamId', 'm.id')
    .select(['g.id as grantId', 'g.scopes as grantedScopes', 'u.id as userId', 'm.ownerId'])
    .select(['p.status', 'p.endsAs', 'm.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt'])
    .select((row) => [
      flag(
        row.and([
          row('g.revokedAt', 'is', null),
          row('g.expiresAt', '>', now()),
          row('c.isEnabled', '=', true),
          row('u.deactivatedAt', 'is', null),
          row('u.leavingAt', 'is', null),
        ]),
      ).as('isLive'),
      flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'),
      now().as('at'),
    ]);

/**
 * The scopes that a code or token has now: those that its grant still has. None once the grant or its app has ended, and
 * while its user is not active, blocked by the gate or without a second factor that is due: an app may do no more than its
 * user.
 */
export function liveScopesOf(
  scopes: readonly string[],
  grant: Grant,
  everybodyDueAt: Date | undefined,
): OAuthScope[] {
  if (!grant.isLive) return [];
  if (accessOf(grant, grant.ownerId === grant.userId) !== 'full') return [];
  if (lacksFactor(grant, everybodyDueAt)) return [];
  return scopes
    .filter((scope): scope is OAuthScope => Object.hasOwn(oauthScopes, scope))
    .filter((scope) => grant.grantedScopes.includes(scope));
}
