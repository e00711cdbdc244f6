import { openPaymentReply, type OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Stripe } from '@stripe/stripe-js';
import type { QueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../http/with-session-check.ts';
import { NetworkError } from '../http/errors.ts';
import { send } from '../http/send.ts';

/** Runs the bank's challenge if the payment needs one. Resolves with our server's outcome, not with the browser's. */
export async function confirmWithBank(
  provider: Stripe,
  payment: OpenPaymentReply,
  queries: QueryClient,
): Promise<OpenPaymentReply> {
  if (payment.state !== 'confirm') return payment;
  const { clientSecret, paymentMethod } = payment;
  await provider.confirmCardPayment(clientSecret, paymentMethod ? { payment_method: paymentMethod } : {});
  try {
    return await withSessionCheck(queries, send(endpoints.reconcileOpenPayment, { reply: openPaymentReply }));
  } catch (error) {
    if (error instanceof NetworkError) return { state: 'unknown' };
    throw error;
  }
}
