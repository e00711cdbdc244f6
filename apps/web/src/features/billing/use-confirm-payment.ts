import type { OpenPaymentReply } from '@foyer/contracts/billing-card';
import type { Stripe } from '@stripe/stripe-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openPaymentQuery, refreshPlan } from './billing-query.ts';
import { confirmWithBank } from './confirm-with-bank.ts';

/** Runs the bank's challenge for the open payment and shows its outcome. */
export function useConfirmPayment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, payment }: { provider: Stripe; payment: OpenPaymentReply }) =>
      confirmWithBank(provider, payment, queries),
    onSuccess: (payment) => queries.setQueryData(openPaymentQuery.queryKey, payment),
    onSettled: () => refreshPlan(queries),
  });
}
