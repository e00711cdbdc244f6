import { paymentStateReply, type BillingForm } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { typedCode } from '@foyer/contracts/typed-code';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { ownBillingDraft } from '../../journey/billing-draft.ts';
import { t } from '../../words/t.ts';
import { CardProblem } from './card-problem.ts';
import { pollPayment, payWithRetries, PaymentOutcomeUnknown } from './pay-with-retries.ts';

type Payment = { provider: Stripe; card: StripeCardElement; email: string; form: BillingForm };
/** A payment, or one already in progress when the page was loaded. */
type Work = Payment | 'under-way';

/**
 * Pays for PRO: the card becomes a token, the token a subscription (docs/product.md 4). The page waits for a known
 * outcome, whatever happens to answers and connections, and reports none before (invariant 15 of docs/security.md).
 */
export function usePayment(onPaid: () => void) {
  const queries = useQueryClient();
  const [isAskingBank, setAskingBank] = useState(false);
  const [isLate, setLate] = useState(false);
  const patience = { onLate: () => setLate(true) };

  async function pay({ provider, card, email, form }: Payment): Promise<boolean> {
    const { token, error } = await provider.createToken(card, addressOf(form));
    if (!token) throw new CardProblem(error?.message ?? t('The card was not accepted.'));
    const known = await payWithRetries({ email, token: token.id }, patience);
    if ('subscription' in known) return true;
    setAskingBank(true);
    const result = await provider.confirmCardPayment(known.clientSecret).finally(() => setAskingBank(false));
    // Whatever this browser received: our server asks the provider.
    const after = await pollPayment({ token: token.id }, { ...patience, hasBankSaidYes: !result.error });
    if ('subscription' in after) return true;
    throw new CardProblem(result.error?.message ?? t('Your bank has not confirmed the payment.'));
  }

  async function waitForOther(): Promise<boolean> {
    try {
      // A pending challenge means nothing was charged: the form allows another try.
      return 'subscription' in (await pollPayment({}, patience));
    } catch (error) {
      if (error instanceof PaymentOutcomeUnknown && error.problem.code === 'NotFound') return false;
      throw error;
    }
  }

  const payment = useMutation({
    mutationFn: (work: Work) => (work === 'under-way' ? waitForOther() : pay(work)),
    onMutate: () => setLate(false),
    onSuccess(isPaid) {
      if (!isPaid) return;
      ownBillingDraft.remove();
      // The header says it with the page that says so, and not when the answer of the server comes.
      queries.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, plan: 'pro' as const });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onPaid();
    },
  });
  const isUnderWay = useUnderWay();
  const { mutate, isPending } = payment;
  const isOthers = useRef(true);
  useEffect(() => {
    if (isUnderWay && isOthers.current) mutate('under-way');
  }, [isUnderWay, mutate]);
  return {
    pay(work: Payment) {
      isOthers.current = false;
      if (!isPending) mutate(work);
    },
    reset: payment.reset,
    error: payment.error,
    isProcessing: isPending && !isAskingBank,
    isLate,
  };
}

/** Whether a payment was in progress when the page was loaded: in another tab, or before a reload. */
function useUnderWay(): boolean {
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

/** The reason of a failed payment, if it says more than that. */
export function paymentProblemOf(error: Error): string | undefined {
  const hasReason = error instanceof CardProblem || (error instanceof ProblemError && error.status !== 500);
  return hasReason ? error.message : undefined;
}
