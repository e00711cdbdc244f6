import { paymentStateReply, type BillingForm, type Sum } from '@foyer/contracts/billing/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { typedCode } from '@foyer/contracts/identity/typed-code';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../http/errors.ts';
import { send } from '../http/send.ts';
import { sessionQuery } from '../http/session-query.ts';
import { ownBillingDraft } from './billing-draft.ts';
import { quoteKey } from './use-quote.ts';
import { t } from '../words/t.ts';
import { CardProblem } from './card-problem.ts';
import { pollPayment, payWithRetries, PaymentOutcomeUnknown } from './pay-with-retries.ts';

type Card = { provider: Stripe; card: StripeCardElement; email: string; form: BillingForm };
/** `quoted`: the sum on the pay button, if it shows one. `token`: the card's token, if an attempt has created it. */
type Payment = Card & { quoted: Sum | undefined; token?: string };
/** `pending`: a payment that was already in progress when the page loaded. */
type Work = Payment | 'pending';

/**
 * Turns the card into a token, and the token into a subscription (docs/product.md 4). Never guesses whether the payment
 * succeeded (invariant 15 of docs/security.md).
 */
export function usePayment(onPaid: () => void) {
  const queries = useQueryClient();
  const [isAskingBank, setAskingBank] = useState(false);
  const [isLate, setLate] = useState(false);
  const patience = { onLate: () => setLate(true) };

  async function pay(work: Payment): Promise<boolean> {
    const { provider, email, quoted } = work;
    const token = work.token ?? (await tokenOf(work));
    const known = await payWithRetries({ email, token, ...(quoted && { quoted }) }, patience).catch(
      (error: unknown) => {
        const sum = error instanceof ProblemError && error.code === 'SumChanged' && error.sum;
        throw sum ? new SumChanged(error.message, sum, { ...work, token, quoted: sum }) : error;
      },
    );
    if ('subscription' in known) return true;
    setAskingBank(true);
    const result = await provider.confirmCardPayment(known.clientSecret).finally(() => setAskingBank(false));
    // Asks our server, which gets the outcome from the provider. The browser's result alone is not reliable.
    const after = await pollPayment({ token }, { ...patience, isBankApproved: !result.error });
    if ('subscription' in after) return true;
    throw new CardProblem(
      result.error?.message ?? t('billing.usePayment.notConfirmed', 'Your bank hasn’t approved the payment.'),
    );
  }

  async function waitForOther(): Promise<boolean> {
    try {
      // If a challenge is pending, nothing was charged, so the form allows another attempt.
      return 'subscription' in (await pollPayment({}, patience));
    } catch (error) {
      if (error instanceof PaymentOutcomeUnknown && error.problem.code === 'NotFound') return false;
      throw error;
    }
  }

  const payment = useMutation({
    mutationFn: (work: Work) => (work === 'pending' ? waitForOther() : pay(work)),
    onMutate: () => setLate(false),
    onSuccess(isPaid) {
      if (!isPaid) return;
      ownBillingDraft.remove();
      // Updates the header together with the page, before the server's new session arrives.
      queries.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, plan: 'pro' as const });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onPaid();
    },
    onError(error) {
      if (error instanceof SumChanged) void queries.invalidateQueries({ queryKey: quoteKey });
    },
  });
  const isPaymentPending = useIsPaymentPending();
  const { mutate, isPending } = payment;
  const hasStartedPayment = useRef(false);
  useEffect(() => {
    if (isPaymentPending && !hasStartedPayment.current) mutate('pending');
  }, [isPaymentPending, mutate]);
  return {
    pay(work: Payment) {
      hasStartedPayment.current = true;
      if (!isPending) mutate(work);
    },
    payNewTotal({ again }: SumChanged) {
      if (!isPending) mutate(again);
    },
    reset: payment.reset,
    error: payment.error,
    isProcessing: isPending && !isAskingBank,
    isLate,
  };
}

/** Returns whether a payment is in progress. Another tab, or this tab before a reload, may have started it. */
function useIsPaymentPending(): boolean {
  const { data } = useQuery({
    queryKey: ['payment-state'],
    queryFn: ({ signal }) => send(endpoints.paymentState, { reply: paymentStateReply, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return data?.isPending === true;
}

/** The sum differs from the one on the page. Nothing was charged. */
export class SumChanged extends Error {
  override readonly name = 'SumChanged';
  readonly sum: Sum;
  readonly again: Payment;

  constructor(message: string, sum: Sum, again: Payment) {
    super(message);
    this.sum = sum;
    this.again = again;
  }
}

async function tokenOf({ provider, card, form }: Card): Promise<string> {
  const { token, error } = await provider.createToken(card, addressOf(form));
  if (!token)
    throw new CardProblem(
      error?.message ?? t('billing.cardNotAccepted', 'Your card wasn’t accepted. Use another card.'),
    );
  return token.id;
}

function addressOf(form: BillingForm) {
  return {
    name: form.name,
    address_line1: form.addressLine1,
    address_line2: form.addressLine2,
    address_city: form.city,
    address_state: form.stateCode,
    address_zip: typedCode(form.postalCode),
    address_country: form.countryCode,
  };
}

export function paymentProblemOf(error: Error): string | undefined {
  const hasReason = error instanceof CardProblem || (error instanceof ProblemError && error.status !== 500);
  return hasReason ? error.message : undefined;
}
