import { plans } from '@foyer/catalog/plans';
import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';

/** A team's state without PRO, in words: `will` or `has` come about. */
export function afterPro(endsAs: SubscriptionEnd, when: 'then' | 'now'): string {
  if (endsAs === 'free')
    return when === 'now'
      ? `Your team is on the ${plans.free.name} now: it goes on within the limits of that plan.`
      : `Your team then stays on the ${plans.free.name}, within the limits of that plan.`;
  return when === 'now'
    ? `Nobody of your team gets in until you take ${plans.pro.name} up again; everything is where you left it.`
    : `From then on nobody of your team gets in, until you take ${plans.pro.name} up again.`;
}
