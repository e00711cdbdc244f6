import { billingNoticeReply, billingReply, receiptReply } from '@foyer/contracts/billing/billing';
import {
  openPaymentReply,
  paymentsReply,
  type OpenPaymentReply,
} from '@foyer/contracts/billing/billing-card';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { withSessionCheck, fetchSignedIn } from '../http/with-session-check.ts';
import { send } from '../http/send.ts';

const FRESH_FOR_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 3_000;

export const billingNoticeQuery = queryOptions({
  queryKey: ['billing', 'notice'],
  queryFn: fetchSignedIn(endpoints.billingNotice, { reply: billingNoticeReply }),
  staleTime: FRESH_FOR_MS,
});

/** The receipt of a payment in the last 24 hours. */
export const receiptQuery = queryOptions({
  queryKey: ['billing', 'receipt'],
  queryFn: fetchSignedIn(endpoints.receipt, { reply: receiptReply }),
  staleTime: Infinity,
});

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: fetchSignedIn(endpoints.billing, { reply: billingReply }),
  staleTime: FRESH_FOR_MS,
});

/** The payments come from the card provider, so this query may fail although `billingQuery` succeeds. */
export const paymentsQuery = queryOptions({
  queryKey: ['billing', 'payments'],
  queryFn: fetchSignedIn(endpoints.payments, { reply: paymentsReply }),
  staleTime: FRESH_FOR_MS,
  retry: false,
});

const OPEN_PAYMENT = ['billing', 'open-payment'];

/** Polled while the payment's outcome is unknown. */
export const openPaymentQuery = queryOptions({
  queryKey: OPEN_PAYMENT,
  queryFn: async ({ client, signal }) => {
    const before = client.getQueryData<OpenPaymentReply>(OPEN_PAYMENT);
    const payment = await withSessionCheck(
      client,
      send(endpoints.openPayment, { reply: openPaymentReply, signal }),
    );
    if (before?.state === 'unknown' && payment.state !== 'unknown') void refreshPlan(client);
    return payment;
  },
  refetchInterval: ({ state }) => (state.data?.state === 'unknown' ? ASK_AGAIN_AFTER_MS : false),
  retry: false,
});

export async function refreshPlan(queries: QueryClient): Promise<void> {
  await Promise.all(
    [billingQuery, billingNoticeQuery, paymentsQuery].map(({ queryKey }) =>
      queries.invalidateQueries({ queryKey, exact: true }),
    ),
  );
}
