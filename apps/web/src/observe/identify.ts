import { namesOf, type SessionUser } from '@foyer/contracts/identity/login';
import type { Analytics, AnalyticsAccount } from './analytics.ts';
import { hasDeclinedObserving } from './declined-observing.ts';

let ready: Analytics | undefined;

export function identifyThrough(loaded: Analytics): void {
  ready = loaded;
}

/** Never throws and never delays the login. */
export function identify(user: SessionUser, account: AnalyticsAccount): void {
  if (hasDeclinedObserving()) return;
  const analytics = ready ? Promise.resolve(ready) : load(account);
  analytics.then(({ identify: track }) => track(user.platform_user_id, traitsOf(user))).catch(() => {});
}

async function load(account: AnalyticsAccount): Promise<Analytics> {
  const { loadAnalytics } = await import('./analytics.ts');
  return loadAnalytics(account);
}

/** Analytics gets only these traits (docs/product.md 7). */
export function traitsOf(user: SessionUser) {
  const { platform_user_id, email, team } = user;
  return {
    platformUserId: platform_user_id,
    email,
    ...namesOf(user),
    persona: 'planner',
    teamName: team.name,
    isCVIIUser: false,
  };
}
