import type { BillingForm } from '@foyer/contracts/billing';
import { upgradePlanReply, type UpgradePlanBody } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { storedBillingDraft } from '../../journey/billing-draft.ts';
import { CardProblem } from './card-problem.ts';

type Payment = { provider: Stripe; card: StripeCardElement; email: string; form: BillingForm };

/** Pays for PRO: the card becomes a token, the token a subscription (SPEC 4). */
export function usePayment(onPaid: () => void) {
  const queries = useQueryClient();
  const [isAskingBank, setAskingBank] = useState(false);
  const isAnswerLost = useRef(false);
  const payment = useMutation({
    mutationFn: async ({ provider, card, email, form }: Payment) => {
      const { token, error } = await provider.createToken(card, addressOf(form));
      if (!token) throw new CardProblem(error?.message ?? 'The card was not accepted.');
      const body = { email, token: token.id };
      const answer = await upgrade(body).catch((error: unknown) => {
        // An earlier try of this page has gone through although its answer was lost: nothing is left to pay.
        if (isAnswerLost.current && codeOf(error) === 'AlreadySubscribed') return { isPaidAlready: true };
        isAnswerLost.current ||= !(error instanceof RefusalError) || error.status >= 500;
        throw error;
      });
      if (!('requiresAction' in answer)) return;
      setAskingBank(true);
      const result = await provider
        .confirmCardPayment(answer.clientSecret)
        .finally(() => setAskingBank(false));
      if (result.error) throw new CardProblem(result.error.message);
      await send(endpoints.confirmUpgrade, { body: {}, reply: upgradePlanReply });
    },
    onSuccess: () => {
      storedBillingDraft.remove();
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onPaid();
    },
  });
  return { ...payment, isProcessing: payment.isPending && !isAskingBank };
}

function upgrade(body: UpgradePlanBody) {
  return send(endpoints.upgradePlan, { body, reply: upgradePlanReply });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof RefusalError ? error.code : undefined;
}

function addressOf(form: BillingForm) {
  return {
    name: form.name,
    address_line1: form.addressLine1,
    address_line2: form.addressLine2,
    address_city: form.city,
    address_state: form.stateCode,
    address_zip: form.postalCode,
    address_country: form.countryCode,
  };
}

/** Why a payment failed, where there is more to say than that it did. */
export function paymentProblemOf(error: Error): string | undefined {
  const hasReason = error instanceof CardProblem || (error instanceof RefusalError && error.status !== 500);
  return hasReason ? error.message : undefined;
}
