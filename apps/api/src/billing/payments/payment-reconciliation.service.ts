import { Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import { CardProvider, latestInvoiceOf } from '../provider/card-provider.ts';
import type { PaymentResult } from './attempts.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

/** Finds out a payment's outcome when the provider's answer was lost. */
@Injectable()
export class PaymentReconciliationService {
  constructor(
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
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
    return (await this.subscriptions.endFirstPayment(stripeCustomerId, subscription))
      ? { kind: 'unavailable' }
      : { kind: 'unknown' };
  }
}
