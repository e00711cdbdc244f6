import { copyOf } from '@foyer/catalog/billed-subscription';
import { planOf, stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { chosenEndOf, type ProviderSubscription } from '../provider/card-provider.ts';

/** When a plan ends because it was not paid, its team gets the Free Trial. */
export const UNPAID_ENDS_AS = 'free';

/**
 * What becomes of a team when this subscription has ended (docs/product.md 10). The owner's choice decides if they cancelled.
 * An unpaid plan becomes the Free Trial. In all other cases access ends as well.
 */
export function endOfPlan(subscription: ProviderSubscription, stored: SubscriptionEnd): SubscriptionEnd {
  const { isRunning, isRetried, isEnded, isFinal } = stateOf(subscription.status);
  const { isCancelScheduled: isScheduled } = copyOf(subscription);
  const chosen = isScheduled || isEnded ? chosenEndOf(subscription) : undefined;
  if (chosen) return chosen;
  const isGivenUp = isEnded && (!isFinal || subscription.cancellation_details?.reason === 'payment_failed');
  if (isRetried || isGivenUp) return UNPAID_ENDS_AS;
  return isRunning && !isScheduled ? 'ended' : stored;
}

/** Nobody paid in time, and the provider would go on asking for it. */
export function isGivenUp(status: string, pastDueSince: Date | null, at: Date): boolean {
  const { isRetried, isEnded, isFinal } = stateOf(status);
  return isRetried ? planOf({ status, pastDueSince }, at) === 'free' : isEnded && !isFinal;
}
