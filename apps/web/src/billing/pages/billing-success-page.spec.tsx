import { answer, fakeServer, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { BillingSuccessPage } from './billing-success-page.tsx';

const receipt = {
  paidAt: '2026-11-22T06:00:00.000Z',
  currency: 'usd',
  subtotal: 19_900,
  discount: 0,
  tax: 1_766,
  total: 21_666,
  charged: { card: 21_666, credit: 0, outside: 0 },
  card: { brand: 'amex', last4: '0005' },
  nextBillingDate: '2026-12-22T12:00:00.000Z',
  invoiceUrl: 'https://invoices.test/in_1',
};
const CALL = 'GET /settings/billing/receipt';
const signedIn = { at: '/billing-success', values: { userEmail: testUser.email } };
const heading = () => screen.getByRole('heading', { name: "All set! You've signed up for Pro" });
const facts = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]);

describe('the receipt after a payment', () => {
  it('shows the total, the tax, the card, the next billing date and the invoice', async () => {
    fakeServer({ [CALL]: answer(receipt) });
    renderInPortal(<BillingSuccessPage />, signedIn);
    expect(heading()).toBeTruthy();
    expect(await screen.findByText('$216.66')).toBeTruthy();
    expect(facts()).toEqual([
      ['Subtotal', '$199.00'],
      ['Tax', '$17.66'],
      ['Charged to your card on November 22, 2026', '$216.66'],
      ['Card', 'American Express ending in 0005'],
      ['Next billing date', 'December 22, 2026'],
    ]);
    const invoice = screen.getByRole('link', { name: /View the invoice/ });
    expect(invoice.getAttribute('href')).toBe('https://invoices.test/in_1');
  });

  it('shows the amount charged to the card if credit paid a part', async () => {
    const charged = { card: 140_90, credit: 50_00, outside: 0 };
    const sums = { subtotal: 199_00, discount: 19_90, tax: 11_80, total: 190_90 };
    fakeServer({ [CALL]: answer({ ...receipt, ...sums, charged, nextBillingDate: '' }) });
    renderInPortal(<BillingSuccessPage />, signedIn);
    expect(await screen.findByText('$140.90')).toBeTruthy();
    expect(facts()).toEqual([
      ['Subtotal', '$199.00'],
      ['Discount', '-$19.90'],
      ['Tax', '$11.80'],
      ['Total', '$190.90'],
      ['From your credit', '-$50.00'],
      ['Charged to your card on November 22, 2026', '$140.90'],
      ['Card', 'American Express ending in 0005'],
    ]);
  });

  it('shows only known facts', async () => {
    const { card: _card, ...rest } = receipt;
    fakeServer({ [CALL]: answer({ ...rest, invoiceUrl: '' }) });
    renderInPortal(<BillingSuccessPage />, signedIn);
    expect(await screen.findByText('$216.66')).toBeTruthy();
    expect(screen.queryByText('Card')).toBeNull();
    expect(screen.queryByRole('link', { name: /invoice/ })).toBeNull();
  });

  it.each(['SignInRequired', 'NotOwner', 'NotFound'] as const)('is not shown after %s', async (code) => {
    fakeServer({ [CALL]: problemAnswer(code) });
    renderInPortal(<BillingSuccessPage />, signedIn);
    await waitFor(() => expect(screen.queryByText('Your receipt')).toBeNull());
    expect(heading()).toBeTruthy();
  });

  it('is neither loaded nor shown for visitors who are not logged in', () => {
    const calls = fakeServer({});
    renderInPortal(<BillingSuccessPage />, { at: '/billing-success' });
    expect(heading()).toBeTruthy();
    expect(screen.queryByText('Your receipt')).toBeNull();
    expect(calls).toHaveLength(0);
  });

  it('shows a message instead of 0 if it fails to load, and can be loaded again', async () => {
    fakeServer({ [CALL]: [problemAnswer('PaymentUnavailable'), answer(receipt)] });
    const { user } = renderInPortal(<BillingSuccessPage />, signedIn);
    expect(await screen.findByText(/We couldn’t load your receipt/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('$0');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$216.66')).toBeTruthy();
  });
});
