import { answer, fakeServer, refuse, renderInPortal } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { screen, waitFor } from '@testing-library/react';
import { emptyBillingForm } from '../../journey/billing-draft.ts';
import { usePayment } from './use-payment.ts';

const EMAIL = 'ada@example.test';
const provider = { createToken: async () => ({ token: { id: 'tok_1' } }) } as unknown as Stripe;
const card = {} as StripeCardElement;
const paid: string[] = [];

function Pay() {
  const payment = usePayment(() => paid.push('paid'));
  return (
    <>
      <button onClick={() => payment.mutate({ provider, card, email: EMAIL, form: emptyBillingForm })}>
        Pay
      </button>
      <p>{payment.error ? `failed: ${payment.error.message}` : payment.status}</p>
    </>
  );
}

describe('a plan that is PRO already', () => {
  const isPro = refuse('AlreadySubscribed');
  const pro = answer({ subscription: { status: 'active', currentPeriodEnd: '2026-12-22T00:00:00.000Z' } });
  type Answers = (typeof isPro)[];
  const rows: [string, Answers, string[]][] = [
    ['is no success of the first try', [isPro], []],
    ['is no success after a try that was declined', [refuse('CardDeclined'), isPro], []],
    ['is the success of a try whose answer was lost', ['unreachable', isPro], ['paid']],
    ['is the success of a try the provider did not answer', [refuse('PaymentUnavailable'), isPro], ['paid']],
    ['is one success when it is paid for now', [pro], ['paid']],
  ];
  it.each(rows)('%s', async (_name, answers, expected) => {
    paid.length = 0;
    const calls = fakeServer({ 'POST /upgrade-plan': answers });
    const { user } = renderInPortal(<Pay />);
    for (const tries of answers.keys()) {
      await user.click(screen.getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(screen.getByText(/^(failed|success)/)).toBeTruthy());
      expect(calls.filter(({ path }) => path === '/upgrade-plan')).toHaveLength(tries + 1);
    }
    expect(paid).toEqual(expected);
    if (expected.length === 0)
      expect(
        screen.getByText('failed: Your plan is PRO already. Your card was not charged again.'),
      ).toBeTruthy();
  });
});
