/** Texts about plans that the first load does not need. The others are in plan-features.ts. */
import { plans, type Plan } from '@foyer/catalog/plans';
import { inList } from './join.ts';
import { featuresOf, planFeatures } from './plan-features.ts';
import { t } from './t.ts';

export const proInShort = () =>
  t('words.planTexts.proSummary', 'More events, more attendees, and as many collaborators as you like.');

/** The terms that a visitor agrees to when paying for PRO (docs/product.md 9, "Billing terms"), in this order. */
export const billingTerms = () => ({
  renewal: t('words.planTexts.renewal', 'Your PRO plan renews automatically every month.'),
  charge: t(
    'words.planTexts.chargeSchedule',
    'We charge your card today, and then every month until you cancel or change your plan.',
  ),
  cancellation: t(
    'words.planTexts.cancellation',
    'If you cancel, the cancellation takes effect at your next billing cycle.',
  ),
  refund: t('words.planTexts.partialMonths', 'We do not refund partial months.'),
  failure: t(
    'words.planTexts.failedPayment',
    'If a payment does not go through, we may move your account to the Free Trial plan.',
  ),
});

export function featuresInLine(plan: Plan): string {
  return inList(planFeatures(plan));
}

/** `more`: features of PRO with a higher limit than the Free Trial's. `same`: the other features, in one line. */
export function planDifferences(): { more: { pro: string; free: number }[]; same: string } {
  const features = featuresOf(plans.pro);
  const freeLimits = plans.free.limits;
  return {
    more: features.flatMap(({ limit, text }) => {
      const free = freeLimits[limit];
      return free === null || free === plans.pro.limits[limit] ? [] : [{ pro: text, free }];
    }),
    same: inList(
      features.filter(({ limit }) => freeLimits[limit] === plans.pro.limits[limit]).map(({ text }) => text),
    ),
  };
}
