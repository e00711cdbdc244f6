import { answer, fakeServer, problemAnswer, renderInPortal, skipWaits } from '../../test-portal.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { emptyBillingForm, keepBillingDraft, keepTypedTaxId } from '../billing-draft.ts';
import { usePricePreview, type PricePreview } from '../../navigation/price-preview.ts';
import { toQuoteBody } from '../use-quote.ts';
import { PlanSummary } from './plan-summary.tsx';

const { hasAgreed: _, ...emptyDraft } = emptyBillingForm;
const newYork = { ...emptyDraft, countryCode: 'US', stateCode: 'NY', postalCode: '10001' };
const quoted = (tax: number, more = {}) =>
  answer({
    subtotal: 19900,
    discount: 0,
    tax,
    balance: 0,
    total: 19900 + tax,
    currency: 'usd',
    ...more,
  });
const live = (place: Partial<typeof newYork>) => act(() => keepBillingDraft('', { ...emptyDraft, ...place }));

function Summary({ bill }: { bill?: PricePreview }) {
  usePricePreview(bill);
  return <PlanSummary type="pro" />;
}

describe('the price preview', () => {
  beforeAll(async () => void (await import('./price-preview.tsx')));
  beforeEach(() => {
    sessionStorage.clear();
    skipWaits();
  });

  it('shows no amount and makes no call before the address is known', async () => {
    const calls = fakeServer({});
    renderInPortal(<Summary bill="quoted" />);
    expect(await screen.findByText('Calculated from your address')).toBeTruthy();
    expect(screen.getByText('$199 plus tax')).toBeTruthy();
    expect(calls).toHaveLength(0);
  });

  it('shows tax and total once the address is known, with one call after typing stops', async () => {
    const calls = fakeServer({ 'POST /billing/quote': quoted(1766) });
    renderInPortal(<Summary bill="quoted" />);
    live({ ...newYork, postalCode: '1000' });
    live(newYork);
    expect(await screen.findByText('$216.66')).toBeTruthy();
    expect(screen.getByText('$17.66')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([
      { country_code: 'US', state_code: 'NY', postal_code: '10001', city: '', line1: '', line2: '' },
    ]);
    expect(screen.queryByText('Discount')).toBeNull();
    expect(screen.queryByText(/credit|Owed/)).toBeNull();
  });

  it('uses the whole address, as the invoice does', async () => {
    const calls = fakeServer({ 'POST /billing/quote': quoted(1766) });
    renderInPortal(<Summary bill="quoted" />);
    live({ ...newYork, addressLine1: '1 Main St ', addressLine2: 'Floor 2', city: 'New York' });
    await screen.findByText('$216.66');
    expect(calls.at(-1)?.body).toMatchObject({ city: 'New York', line1: '1 Main St', line2: 'Floor 2' });
  });

  it('shows any discount and credit, in the currency of the price', async () => {
    const more = { discount: 1990, balance: -5000, total: 14_676, currency: 'eur' };
    fakeServer({ 'POST /billing/quote': quoted(1766, more) });
    renderInPortal(<Summary bill="quoted" />);
    live(newYork);
    expect(await screen.findByText('€146.76')).toBeTruthy();
    const rows = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(rows.slice(0, 5)).toEqual([
      ...['Subtotal€199.00', 'Discount-€19.90', 'Tax€17.66', 'From your credit-€50.00'],
      'Charged today€146.76',
    ]);
  });

  it('shows a previous balance', async () => {
    fakeServer({ 'POST /billing/quote': quoted(0, { balance: 1000, total: 20_900 }) });
    renderInPortal(<Summary bill="quoted" />);
    live(newYork);
    expect(await screen.findByText('$209.00')).toBeTruthy();
    expect(screen.getByText('Previous balance').parentElement?.textContent).toBe('Previous balance$10.00');
  });

  it('uses the typed tax ID', async () => {
    const calls = fakeServer({ 'POST /billing/quote': quoted(0) });
    renderInPortal(<Summary bill="quoted" />);
    live({ ...emptyDraft, countryCode: 'DE', postalCode: '10117' });
    act(() => keepTypedTaxId({ taxIdType: 'eu_vat', taxId: 'DE123456789' }));
    expect(await screen.findByText('$0.00')).toBeTruthy();
    expect(calls.at(-1)?.body).toMatchObject({ tax_id_type: 'eu_vat', tax_id: 'DE123456789' });
    act(() => keepTypedTaxId({ taxIdType: '', taxId: '' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ tax_id: '' }));
    act(() => keepTypedTaxId(undefined));
  });

  it('says that the tax cannot be calculated, never shows 0, and can be retried', async () => {
    fakeServer({
      'POST /billing/quote': [problemAnswer('PaymentUnavailable'), quoted(1766)],
    });
    const { user } = renderInPortal(<Summary bill="quoted" />);
    live(newYork);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Couldn’t be calculated/)).toBeTruthy();
    expect(screen.getByText('$199 plus tax')).toBeTruthy();
    await user.click(again);
    expect(await screen.findByText('$216.66')).toBeTruthy();
  });

  it('makes no call on pages that show only an estimate', async () => {
    const calls = fakeServer({});
    live(newYork);
    renderInPortal(<Summary bill="estimated" />);
    expect(await screen.findByText('Calculated from your address')).toBeTruthy();
    expect(calls).toHaveLength(0);
  });

  it('shows the differences between the plans on pages where the visitor compares plans', async () => {
    renderInPortal(<Summary bill="compared" />);
    expect(await screen.findByText('12 events per year instead of 1')).toBeTruthy();
    expect(screen.getByText('Both plans include: 1 user account, 5 diagrams per event.')).toBeTruthy();
    expect(screen.queryByText('12 events per year')).toBeNull();
    expect(await screen.findByText('$199 plus tax')).toBeTruthy();
  });

  it('is not shown on pages without a payment, which show the price and the features', async () => {
    renderInPortal(<Summary />);
    await act(async () => {
      await import('./price-preview.tsx');
    });
    expect(screen.getByText('$199')).toBeTruthy();
    expect(screen.getByText('12 events per year')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Subtotal|Charged today|billing date/);
  });
});

it.each([
  [newYork, true],
  [{ ...newYork, stateCode: '' }, false],
  [{ ...newYork, postalCode: '1000' }, false],
  [{ ...emptyDraft, countryCode: 'DE', postalCode: '10115' }, true],
  [{ ...emptyDraft, countryCode: 'DE' }, false],
  [{ ...emptyDraft, countryCode: 'AE' }, true],
])('the address %j is enough to calculate the tax: %s', (place, isKnown) => {
  expect(toQuoteBody(place) !== undefined).toBe(isKnown);
});
