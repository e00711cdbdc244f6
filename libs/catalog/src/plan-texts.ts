/** What is said of the plans beside their features, in one place; apart from the first load, which needs none of it. */
import { dollars } from './money.ts';
import { planFeatures, plans, type Plan } from './plans.ts';

/** Why somebody would take PRO. */
export const proInShort = 'More events, more attendees, and as many collaborators as you like.';

/** $199 per month */
export function pricePerMonth({ monthlyPriceCents }: Plan): string {
  return `${dollars(monthlyPriceCents)} per month`;
}

/** What PRO allows that the Free Trial does not, and what is the same in both. */
export function planDifferences(): { more: { pro: string; free: string }[]; same: string[] } {
  const free = planFeatures(plans.free);
  const pairs = planFeatures(plans.pro).map((pro, index) => ({ pro, free: free[index] ?? '' }));
  return {
    // A feature begins with its amount.
    more: pairs
      .filter(({ pro, free }) => pro !== free)
      .map(({ pro, free }) => ({ pro, free: amountIn(free) })),
    same: pairs.filter(({ pro, free }) => pro === free).map(({ pro }) => pro),
  };
}

const amountIn = (feature: string) => feature.split(' ', 1)[0] ?? '';
