import { answer, fakeServer, problemAnswer, renderInPortal, skipWaits } from '../test-portal.tsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { screen, waitFor } from '@testing-library/react';
import { loadModals } from '../ui/later-modal.tsx';
import { emptyBillingForm } from './billing-draft.ts';
import { PaymentEndModal } from './payment-modals.tsx';
import { SumChanged, usePayment } from './use-payment.ts';

const EMAIL = 'ada@example.test';
let tokens = 0;
const createToken = async () => ({ token: { id: `tok_${++tokens}` } });
const provider = { createToken } as unknown as Stripe;
const quoted = { cents: 19_900, currency: 'usd' };
const card = {} as StripeCardElement;
const paid: string[] = [];

function Pay() {
  const payment = usePayment(() => paid.push('paid'));
  return (
    <>
      <button onClick={() => payment.pay({ provider, card, email: EMAIL, form: emptyBillingForm, quoted })}>
        Pay
      </button>
      {payment.error instanceof SumChanged && (
        <PaymentEndModal
          email={EMAIL}
          error={payment.error}
          onPay={payment.payNewTotal}
          onClose={payment.reset}
        />
      )}
      <p>
        {payment.error ? `failed: ${payment.error.message}` : payment.isProcessing ? 'processing' : 'done'}
      </p>
    </>
  );
}

beforeAll(loadModals);

describe('a payment for PRO', () => {
  const isPro = problemAnswer('AlreadySubscribed');
  const pro = answer({ subscription: { status: 'active', currentPeriodEnd: '2026-12-22T00:00:00.000Z' } });
  type Answers = (typeof isPro)[];
  const rows: [string, Answers, string[]][] = [
    ['fails on the first attempt if the team already has PRO', [isPro], []],
    [
      'fails after an attempt that charged nothing if the team already has PRO',
      [problemAnswer('PaymentUnavailable'), isPro],
      [],
    ],
    [
      'fails after a declined attempt if the team already has PRO',
      [problemAnswer('CardDeclined'), isPro],
      [],
    ],
    [
      'succeeds after an attempt whose answer was lost if the team already has PRO',
      ['unreachable', isPro],
      ['paid'],
    ],
    ['succeeds once if the server accepts it', [pro], ['paid']],
  ];
  it.each(rows)('%s', async (_name, answers, expected) => {
    skipWaits();
    paid.length = 0;
    const calls = fakeServer({
      'POST /upgrade-plan': answers,
      'GET /upgrade-plan': answer({ isPending: false }),
    });
    const posts = () => calls.filter(({ method }) => method === 'POST').length;
    const { user } = renderInPortal(<Pay />);
    while (posts() < answers.length) {
      await user.click(screen.getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(screen.getByText(/^(failed|done)/)).toBeTruthy());
    }
    expect(paid).toEqual(expected);
    if (expected.length === 0)
      expect(screen.getByText('failed: You already have PRO. Your card wasn’t charged again.')).toBeTruthy();
  });
});

describe('a total that has changed', () => {
  const sum = { cents: 24_900, currency: 'usd' };
  const changed: ReturnType<typeof problemAnswer> = {
    status: 409,
    body: { code: 'SumChanged', message: '', sum },
  };
  const pro = answer({ subscription: { status: 'active', currentPeriodEnd: '2026-12-22T00:00:00.000Z' } });

  it('is shown, and is paid with the same card once the user agrees', async () => {
    skipWaits();
    paid.length = 0;
    tokens = 0;
    const calls = fakeServer({
      'POST /upgrade-plan': [changed, 'unreachable', pro],
      'GET /upgrade-plan': answer({ isPending: false }),
    });
    const { user } = renderInPortal(<Pay />);
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    const modal = await screen.findByRole('alertdialog', { name: 'Your payment has not gone through' });
    expect(modal.textContent).toContain('The total changed to $249.00 after you opened this page.');
    expect(modal.textContent).not.toContain('verify your information');
    await user.click(screen.getByRole('button', { name: 'Pay $249.00' }));
    await waitFor(() => expect(paid).toEqual(['paid']));
    const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const again = { email: EMAIL, token: 'tok_1', quoted: sum };
    expect(bodies).toEqual([{ ...again, quoted }, again, again]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is not paid if the user cancels', async () => {
    const calls = fakeServer({
      'POST /upgrade-plan': changed,
      'GET /upgrade-plan': answer({ isPending: false }),
    });
    const { user } = renderInPortal(<Pay />);
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('done')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a payment in progress when the page is loaded', () => {
  const isPaymentPending = answer({ isPending: true });

  it('is polled, and its success is shown', async () => {
    skipWaits();
    paid.length = 0;
    const pro = answer({ subscription: { status: 'active', currentPeriodEnd: '2026-12-22T00:00:00.000Z' } });
    const calls = fakeServer({
      'GET /upgrade-plan': isPaymentPending,
      'POST /upgrade-plan/confirmation': [answer({ pending: true }, 202), pro],
    });
    renderInPortal(<Pay />);
    await screen.findByText('processing');
    await waitFor(() => expect(paid).toEqual(['paid']));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).not.toContain('POST /upgrade-plan');
  });

  it('shows the reason if it has failed', async () => {
    fakeServer({
      'GET /upgrade-plan': isPaymentPending,
      'POST /upgrade-plan/confirmation': problemAnswer('CardDeclined'),
    });
    renderInPortal(<Pay />);
    expect(await screen.findByText(/^failed: Your card was declined/)).toBeTruthy();
  });

  it.each([
    ['the server no longer knows the payment', problemAnswer('NotFound')],
    [
      'the bank requires a confirmation',
      answer({ requiresAction: true, clientSecret: 'pi_1_secret_2' }, 202),
    ],
  ])('leaves the form usable if %s', async (_, asked) => {
    paid.length = 0;
    const calls = fakeServer({
      'GET /upgrade-plan': isPaymentPending,
      'POST /upgrade-plan/confirmation': asked,
    });
    renderInPortal(<Pay />);
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/upgrade-plan/confirmation'));
    expect(await screen.findByText('done')).toBeTruthy();
    expect(paid).toEqual([]);
  });
});
