import { answer, fakeServer, problemAnswer, testUser } from '../test-portal.tsx';
import { renderPage } from '../test-pages.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BilledToReply } from '@foyer/contracts/billing/billed-to';
import type { BillingReply } from '@foyer/contracts/billing/billing';
import type { PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { screen, waitFor, within } from '@testing-library/react';
import { loadModals } from '../ui/later-modal.tsx';

const DETAILS = 'GET /settings/billing/details';
const BILLED_TO = 'GET /settings/billing/billed-to';
const PAYMENTS = 'GET /settings/billing/payments';
const pro: BillingReply = {
  plan: 'pro',
  status: 'active',
  needsConfirmation: false,
  currentPeriodEnd: '2026-12-20T12:00:00.000Z',
  paidUntil: '2026-12-20T12:00:00.000Z',
  endsAt: '',
  graceEndsAt: '',
  price: { cents: 199_00, currency: 'usd' },
  nextCharge: { kind: 'renewal', at: '2026-12-20T12:00:00.000Z', cents: 216_66, currency: 'usd' },
  hasCard: true,
  isCancelScheduled: false,
  sendsReceipts: true,
  endsAs: 'ended',
};
const berlin: BilledToReply = {
  name: 'Ada Lovelace',
  addressLine1: 'Unter den Linden 1',
  addressLine2: '',
  city: 'Berlin',
  countryCode: 'DE',
  stateCode: '',
  postalCode: '10117',
  company: '',
  taxIdType: '',
  taxId: '',
};
const payments: PaymentsReply = {
  card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
  invoices: [
    {
      id: 'in_1',
      date: '2026-11-20T12:00:00.000Z',
      total: 216_66,
      currency: 'usd',
      charged: { card: 216_66, credit: 0, outside: 0 },
      status: 'paid',
      url: 'https://pay.test/in_1',
    },
  ],
};
const free: BillingReply = {
  plan: 'free',
  status: 'none',
  needsConfirmation: false,
  currentPeriodEnd: '',
  paidUntil: '',
  endsAt: '',
  graceEndsAt: '',
  hasCard: false,
  isCancelScheduled: false,
  sendsReceipts: true,
  endsAs: 'ended',
};
const canceled = {
  ...pro,
  isCancelScheduled: true,
  endsAs: 'free',
  endsAt: pro.currentPeriodEnd,
  nextCharge: undefined,
};

type Answers = Parameters<typeof fakeServer>[0];
function open(answers: Answers) {
  const calls = fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser, isOwner: true }),
    [PAYMENTS]: answer(payments),
    [BILLED_TO]: answer(berlin),
    ...answers,
  });
  return { ...renderPage({ at: '/settings/billing' }), calls };
}
const region = (name: string) => screen.findByRole('region', { name });

beforeEach(() => sessionStorage.clear());

beforeAll(loadModals);

describe('the billing settings', () => {
  it('show plan, next charge, card and invoices', async () => {
    open({ [DETAILS]: answer(pro) });
    const plan = await region('Current plan');
    expect(plan.textContent).toContain('PRO Active');
    expect(plan.textContent).toContain('PRO renews on December 20, 2026');
    expect((await region('Card')).textContent).toContain('Visa ending in 4242');
    expect((await region('Card')).textContent).toContain('04/2030');
    expect((await region('Invoices')).textContent).toContain('November 20, 2026$216.66Paid');
    const link = screen.getByRole('link', { name: /View the invoice of November 20, 2026/ });
    expect(link.getAttribute('href')).toBe('https://pay.test/in_1');
  });

  it.each([
    [{}, '$216.66Paid'],
    [{ currency: 'eur' }, '€216.66Paid'],
    [{ refunded: { cents: 50_00, isFull: false } }, 'We refunded $50.00.$216.66Paid'],
    [{ refunded: { cents: 216_66, isFull: true } }, 'We refunded $216.66.$216.66Refunded'],
    [
      { dispute: { cents: 216_66, state: 'open' } },
      'Your bank is reviewing your dispute of $216.66.$216.66Disputed',
    ],
    [{ dispute: { cents: 216_66, state: 'lost' } }, 'Your bank returned $216.66 to you.$216.66Returned'],
  ] as const)('show the outcome of an invoice with %j', async (changes, expected) => {
    const invoices = payments.invoices.map((invoice) => ({ ...invoice, ...changes }));
    open({ [DETAILS]: answer(pro), [PAYMENTS]: answer({ ...payments, invoices }) });
    expect((await region('Invoices')).textContent).toContain(`November 20, 2026${expected}`);
  });

  it('show that a former owner’s card is being removed, and offer no new card until then', async () => {
    const { card: _card, ...without } = payments;
    const taken = { ...pro, hasCard: false, hasFormerCard: true, nextCharge: undefined } as const;
    open({ [DETAILS]: answer(taken), [PAYMENTS]: answer(without) });
    expect((await region('Card')).textContent).toContain('We’re removing the former owner’s card.');
    expect((await region('Current plan')).textContent).toContain('Add your own card by then');
    expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull();
  });

  it.each([
    [
      'partly by credit',
      { card: 166_66, credit: 50_00, outside: 0 },
      ['card: $166.66', 'From your credit: $50.00'],
    ],
    ['outside the portal', { card: 0, credit: 0, outside: 216_66 }, ['Paid another way: $216.66']],
    [
      'together with a previous balance',
      { card: 226_66, credit: -10_00, outside: 0 },
      ['card: $226.66', 'Previous balance: $10.00'],
    ],
  ])('show how an invoice was paid: %s', async (_name, charged, lines) => {
    const [invoice] = payments.invoices;
    open({
      [DETAILS]: answer(pro),
      [PAYMENTS]: answer({ ...payments, invoices: [{ ...invoice, charged }] }),
    });
    const list = await region('Invoices');
    for (const line of lines) expect(list.textContent).toContain(line);
  });

  it('cancel the plan only after explaining the effects, then offer to resume it', async () => {
    const { user, calls } = open({
      [DETAILS]: [answer(pro), answer(canceled), answer(pro)],
      'POST /settings/billing/cancel': answer({ message: 'OK', outcome: 'scheduled' }),
      'POST /settings/billing/resume': answer({ message: 'OK' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    const modal = screen.getByRole('alertdialog', { name: 'Cancel PRO?' });
    expect(modal.textContent).toContain('You keep PRO until December 20, 2026');
    expect(modal.textContent).toContain('1 event per year');
    expect(modal.textContent).toContain('We do not refund partial months.');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(modal).getByRole('button', { name: 'Cancel plan' }));
    expect(await screen.findByText(/^You keep PRO until December 20, 2026/)).toBeTruthy();
    expect(screen.getByText(/Your cancellation is scheduled/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resume plan' }));
    expect(await screen.findByText('Your plan continues as before.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Cancel plan' })).toBeTruthy();
  });

  const unpaid = { ...pro, status: 'past_due' };
  const over = { ...free, status: 'canceled' };

  it.each([
    ['ended', over, 'PRO has ended, and we won’t charge the unpaid amount.'],
    ['refunded', over, 'PRO has ended. Your card was charged just as it ended, so we refunded that payment.'],
    ['scheduled', canceled, /^Your last payment just went through, so your plan ends with the month/],
  ] as const)('cancel an unpaid plan and show the outcome: %s', async (outcome, after, text) => {
    const { user } = open({
      [DETAILS]: [answer(unpaid), answer(after)],
      'POST /settings/billing/cancel': answer({ message: 'OK', outcome }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    const modal = screen.getByRole('alertdialog', { name: 'Cancel PRO?' });
    expect(modal.textContent).toContain('PRO ends right away and we won’t charge the unpaid amount');
    expect(modal.textContent).not.toContain('stays yours');
    expect(modal.textContent).not.toContain('undo the cancellation');
    await user.click(within(modal).getByRole('button', { name: 'Cancel plan' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('offer to end an unpaid plan immediately, even if its end was scheduled', async () => {
    const { user } = open({ [DETAILS]: answer({ ...unpaid, isCancelScheduled: true }) });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('PRO ends right away');
  });

  it('ask again before canceling if a payment has failed since the page was opened', async () => {
    const { user, calls } = open({
      [DETAILS]: [answer(pro), answer(unpaid)],
      'POST /settings/billing/cancel': answer({ message: 'OK', outcome: 'unchanged' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel plan' }));
    expect(await screen.findByText(/so we haven’t canceled your plan yet/)).toBeTruthy();
    expect((await screen.findByRole('alertdialog')).textContent).toContain('PRO ends right away');
    const sent = calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ ends_as: 'free', may_end_now: false });
  });

  it('offer to pay with a new card instead of canceling an unpaid plan', async () => {
    const { user, calls } = open({ [DETAILS]: answer(unpaid) });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    await user.click(screen.getByRole('button', { name: 'pay instead' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Save card' })).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('show that a paused plan is not charged', async () => {
    open({ [DETAILS]: answer({ ...free, status: 'paused' }) });
    const plan = await region('Current plan');
    expect(plan.textContent).toContain('Paused');
    expect(plan.textContent).toContain('We aren’t charging your card at the moment.');
    expect(screen.getByRole('link', { name: 'Upgrade to PRO' })).toBeTruthy();
  });

  it('list a void invoice as canceled, without a link', async () => {
    const invoice = { ...payments.invoices[0]!, status: 'void', url: '' };
    open({ [DETAILS]: answer(pro), [PAYMENTS]: answer({ ...payments, invoices: [invoice] }) });
    const list = await region('Invoices');
    expect(list.textContent).toContain('November 20, 2026$216.66Canceled');
    expect(within(list).queryByRole('link')).toBeNull();
  });

  it('show an error if the plan could not be resumed', async () => {
    const { user } = open({
      [DETAILS]: answer(canceled),
      'POST /settings/billing/resume': problemAnswer('PaymentUnavailable'),
    });
    await user.click(await screen.findByRole('button', { name: 'Resume plan' }));
    expect(await screen.findByText(/Card payments aren’t available right now/)).toBeTruthy();
  });

  it('let the owner turn off receipts by email', async () => {
    const { user, calls } = open({
      [DETAILS]: [answer(pro), answer({ ...pro, sendsReceipts: false })],
      'POST /settings/billing/receipts': answer({ message: 'OK' }),
    });
    const box = await screen.findByRole('checkbox', { name: /Email me a receipt each time PRO renews/ });
    expect(box).toHaveProperty('checked', true);
    await user.click(box);
    expect(await screen.findByText(/We won’t email you receipts anymore/)).toBeTruthy();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ sends_receipts: false });
    await waitFor(() => expect(box).toHaveProperty('checked', false));
  });

  it('offer PRO to a team on Free', async () => {
    open({ [DETAILS]: answer(free) });
    const link = await screen.findByRole('link', { name: 'Upgrade to PRO' });
    expect(link.getAttribute('href')).toBe('/pro/upgrade');
    expect(screen.queryByRole('region', { name: 'Card' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull();
  });

  it.each([
    ['pro', /You keep PRO until November 27, 2026/],
    ['free', /Your team is on the Free Trial/],
  ] as const)('show a failed payment at the top for a team on %s', async (plan, text) => {
    open({
      [DETAILS]: answer({ ...pro, plan, status: 'past_due' }),
      'GET /settings/billing/notice': answer({
        isPastDue: true,
        graceEndsAt: '2026-11-27T12:00:00.000Z',
        needsConfirmation: false,
        plan,
      }),
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Pay with a new card' })).toBeNull();
    expect(await screen.findByText('Payment failed')).toBeTruthy();
  });

  it('show the plan to the owner only', async () => {
    open({ [DETAILS]: problemAnswer('NotOwner') });
    expect(await screen.findByText(/Only your team’s owner can manage billing/)).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    const { user } = open({ [DETAILS]: [problemAnswer('PaymentUnavailable'), answer(pro)] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Current plan' })).toBeTruthy());
  });

  it('show the plan and allow changes even if the card and invoices fail to load', async () => {
    const { user } = open({
      [DETAILS]: answer(pro),
      [PAYMENTS]: [problemAnswer('PaymentUnavailable'), answer(payments)],
    });
    const failed = await screen.findByText(/^We couldn’t load your card and invoices/);
    expect(failed.textContent).toContain('Card payments aren’t available right now.');
    expect((await region('Current plan')).textContent).toContain('PRO renews on December 20, 2026');
    expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await region('Card')).textContent).toContain('Visa ending in 4242');
    expect(screen.queryByText(/couldn’t load/)).toBeNull();
  });

  it('link to the payment confirmation that the bank requires', async () => {
    open({
      [DETAILS]: answer({ ...pro, status: 'past_due', needsConfirmation: true }),
      'GET /settings/billing/notice': answer({
        isPastDue: true,
        graceEndsAt: '2026-11-27T12:00:00.000Z',
        needsConfirmation: true,
        plan: 'pro',
      }),
    });
    const link = await screen.findByRole('link', { name: 'Approve your payment' });
    expect(link.getAttribute('href')).toBe('/settings/billing/confirm');
    expect(screen.queryByText(/didn’t go through/)).toBeNull();
  });

  it('save new billing details, and show an error at the tax ID', async () => {
    const { user, calls } = open({
      [DETAILS]: answer(pro),
      'POST /settings/billing/billed-to': [
        problemAnswer('ValidationFailed', { taxId: 'Enter a valid VAT number, such as DE123456789' }),
        answer({ message: 'OK' }),
      ],
    });
    const details = await region('Billing details');
    await user.click(await within(details).findByRole('button', { name: 'Edit billing details' }));
    expect(details.textContent).toContain('For example, DE123456789');
    await user.type(within(details).getByLabelText(/VAT number/), 'DE1');
    await user.click(within(details).getByRole('button', { name: 'Save' }));
    expect(await within(details).findByText(/^Enter a valid VAT number/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(within(details).getByLabelText(/VAT number/)));
    await user.type(within(details).getByLabelText(/VAT number/), '23456789');
    await user.click(within(details).getByRole('button', { name: 'Save' }));
    expect(await within(details).findByText('Saved. These details will be on future invoices.')).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST').at(-1);
    expect(sent?.body).toEqual({ ...berlin, taxIdType: 'eu_vat', taxId: 'DE123456789' });
  });

  it('mark their own link in the menu as the current page', async () => {
    open({ [DETAILS]: answer(pro) });
    const menu = await screen.findByRole('navigation', { name: 'Settings' });
    expect(within(menu).getByRole('link', { name: 'Billing' }).getAttribute('aria-current')).toBe('page');
  });
});
