import { subscriptionCopyOf } from '@foyer/catalog/billed-subscription';
import { planOf, subscriptionStateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { Problem } from '../../request/problem.ts';
import {
  chosenEndOf,
  immediateEndMetadata,
  idOf,
  type CardProvider,
  type ProviderSubscription,
} from '../provider/card-provider.ts';
import { isInvalidRequest } from '../provider/card-provider-errors.ts';

/** The team's state after the end of an unpaid plan, unless the owner has chosen another state. */
export const PLAN_AFTER_UNPAID_END = 'free';

/** See docs/product.md 10. */
export function endOfPlan(subscription: ProviderSubscription, stored: SubscriptionEnd): SubscriptionEnd {
  const { isRunning, isRetried, isEnded, isFinal } = subscriptionStateOf(subscription.status);
  const { isCancelScheduled: isScheduled } = subscriptionCopyOf(subscription);
  const chosen = isScheduled || isEnded ? chosenEndOf(subscription) : undefined;
  if (chosen) return chosen;
  const isOverdue = isEnded && (!isFinal || subscription.cancellation_details?.reason === 'payment_failed');
  if (isRetried || isOverdue) return PLAN_AFTER_UNPAID_END;
  return isRunning && !isScheduled ? 'ended' : stored;
}

export function isDueToEnd(status: string, pastDueSince: Date | null, at: Date): boolean {
  const { isRetried, isEnded, isFinal } = subscriptionStateOf(status);
  return isRetried ? planOf({ status, pastDueSince }, at) === 'free' : isEnded && !isFinal;
}

export function isPaid({ status }: ProviderSubscription): boolean {
  const { isRunning, isRetried } = subscriptionStateOf(status);
  return isRunning && !isRetried;
}

/** Throws `PaymentUnderWay` if the bank has not answered a payment yet, because it may still succeed. */
export async function requireNoProcessingPayment(
  provider: CardProvider,
  { latest_invoice: latest }: ProviderSubscription,
): Promise<void> {
  const invoiceId = latest ? idOf(latest) : undefined;
  if (invoiceId === undefined) return;
  const { status } = await provider.findPayment(invoiceId);
  if (status === 'processing') throw new Problem('PaymentUnderWay');
}

export async function findUnpaid(provider: CardProvider, subscription: string): Promise<string[]> {
  const { data } = await provider.call((stripe) => stripe.invoices.list({ subscription, limit: 100 }));
  return data.flatMap(({ id, status }) => (id === undefined || status === 'paid' ? [] : [id]));
}

export async function stopCollecting(provider: CardProvider, subscriptionId: string): Promise<string[]> {
  const open = await setCollecting(provider, subscriptionId, 'open', false);
  return [...open, ...(await setCollecting(provider, subscriptionId, 'draft', false))];
}

/** Call this if the plan stays after all. A paused collection stays paused. */
export async function collectAgain(
  provider: CardProvider,
  subscription: ProviderSubscription,
): Promise<void> {
  if (!subscription.pause_collection) await setCollecting(provider, subscription.id, 'draft', true);
}

async function setCollecting(
  provider: CardProvider,
  subscription: string,
  status: 'open' | 'draft',
  isAutomatic: boolean,
): Promise<string[]> {
  const { data } = await provider.call((stripe) =>
    stripe.invoices.list({ subscription, status, limit: 100 }),
  );
  for (const { id } of data)
    try {
      if (id !== undefined)
        await provider.call((stripe) => stripe.invoices.update(id, { auto_advance: isAutomatic }));
    } catch (refused) {
      // The invoice was paid or finalized meanwhile. The next read shows this.
      if (!isInvalidRequest(refused)) throw refused;
    }
  return data.flatMap(({ id }) => id ?? []);
}

/** Stores `endsAs` first, because a canceled subscription accepts no metadata. */
export async function endNow(
  provider: CardProvider,
  { id }: ProviderSubscription,
  endsAs: SubscriptionEnd | null,
): Promise<void> {
  if (endsAs)
    await provider.call((stripe) =>
      stripe.subscriptions.update(id, { metadata: immediateEndMetadata(endsAs) }),
    );
  await provider.cancel(id);
}
