import { Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import { CardProvider, latestInvoiceOf, type ProviderSubscription } from '../provider/card-provider.ts';
import type { PaymentResult } from './attempts.service.ts';
import { SubscriptionSyncService } from '../plans/subscriptions.service.ts';

/** Finds out a payment's outcome when the provider's answer was lost. */
@Injectable()
export class PaymentReconciliationService {
  constructor(
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
  ) {}

  /**
   * The definite outcome of charging `methodId`. If the provider has not seen the charge, it may still be on its way:
   * then the invoice is voided, and the provider decides which came first. `unknown` while it cannot be asked.
   */
  async reconcile(stripeCustomerId: string, methodId: string): Promise<PaymentResult> {
    const subscription = await this.subscriptions.sync(stripeCustomerId);
    if (stateOf(subscription?.status).isRunning) return { kind: 'paid' };
    if (!subscription || !stateOf(subscription.status).awaitsFirstPayment) return { kind: 'unavailable' };
    const { id: invoiceId } = latestInvoiceOf(subscription);
    if (invoiceId === undefined) return { kind: 'unavailable' };
    const payment = await this.provider.findPayment(invoiceId);
    if (payment.status === 'processing' || payment.status === 'succeeded') return { kind: 'unknown' };
    if (payment.status === 'requires_action' && payment.methodId === methodId)
      return { kind: 'requires-action' };
    if (payment.failure?.methodId === methodId) return { kind: 'declined', ...payment.failure };
    return (await this.end(stripeCustomerId, subscription)) ? { kind: 'unavailable' } : { kind: 'unknown' };
  }

  /** Makes sure that an unpaid first invoice is never paid. False if it has been. */
  async end(stripeCustomerId: string, subscription: ProviderSubscription): Promise<boolean> {
    const { id: invoiceId } = latestInvoiceOf(subscription);
    const isVoid = invoiceId === undefined || (await this.provider.voidInvoice(invoiceId));
    // Even if voiding has ended it: what Stripe does then with a first invoice is undocumented.
    if (isVoid) await this.provider.cancel(subscription.id);
    await this.subscriptions.sync(stripeCustomerId);
    return isVoid;
  }
}
