import { answer, fakeServer, refuse, renderInPortal } from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { emptyBillingForm, keepBillingDraft, keepTypedTaxId } from '../../journey/billing-draft.ts';
import { useOwnBill, type OwnBill } from '../../journey/own-bill.ts';
import { toQuoteBody } from '../../journey/use-quote.ts';
import { PlanSummary } from './plan-summary.tsx';

const newYork = { countryCode: 'US', stateCode: 'NY', postalCode: '10001' };
const { hasAgreed: _, ...emptyDraft } = emptyBillingForm;
const live = (place: Partial<typeof newYork>) => act(() => keepBillingDraft('', { ...emptyDraft, ...place }));

function Summary({ bill }: { bill?: OwnBill }) {
  useOwnBill(bill);
  return <PlanSummary type="pro" />;
}

describe('the bill of PRO', () => {
  beforeEach(() => sessionStorage.clear());

  it('says nothing of an amount before the address is known, and asks nobody', async () => {
    const calls = fakeServer({});
    renderInPortal(<Summary bill="quoted" />);
    expect(await screen.findByText('Calculated from your address')).toBeTruthy();
    expect(screen.getByText('$199 plus tax')).toBeTruthy();
    expect(calls).toHaveLength(0);
  });

  it('has tax and total once the address is known, asked for once it has settled', async () => {
    const calls = fakeServer({ 'POST /billing/quote': answer({ subtotal: 19900, tax: 1766, total: 21666 }) });
    renderInPortal(<Summary bill="quoted" />);
    live({ ...newYork, postalCode: '1000' });
    live(newYork);
    expect(await screen.findByText('$216.66')).toBeTruthy();
    expect(screen.getByText('$17.66')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([
      { country_code: 'US', state_code: 'NY', postal_code: '10001', city: '' },
    ]);
  });

  it('is of the tax ID that was typed, too', async () => {
    const calls = fakeServer({ 'POST /billing/quote': answer({ subtotal: 19900, tax: 0, total: 19900 }) });
    renderInPortal(<Summary bill="quoted" />);
    live({ countryCode: 'DE', stateCode: '', postalCode: '10117' });
    act(() => keepTypedTaxId({ taxIdType: 'eu_vat', taxId: 'DE123456789' }));
    expect(await screen.findByText('$0.00')).toBeTruthy();
    expect(calls.at(-1)?.body).toMatchObject({ tax_id_type: 'eu_vat', tax_id: 'DE123456789' });
    act(() => keepTypedTaxId({ taxIdType: '', taxId: '' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ tax_id: '' }));
    act(() => keepTypedTaxId(undefined));
  });

  it('says so when the tax cannot be calculated, never 0, and can try again', async () => {
    fakeServer({
      'POST /billing/quote': [
        refuse('PaymentUnavailable'),
        answer({ subtotal: 19900, tax: 1766, total: 21666 }),
      ],
    });
    const { user } = renderInPortal(<Summary bill="quoted" />);
    live(newYork);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Could not be calculated/)).toBeTruthy();
    expect(screen.getByText('$199 plus tax')).toBeTruthy();
    await user.click(again);
    expect(await screen.findByText('$216.66')).toBeTruthy();
  });

  it('is estimated where there is no address yet', async () => {
    const calls = fakeServer({});
    live(newYork);
    renderInPortal(<Summary bill="estimated" />);
    expect(await screen.findByText('Calculated from your address')).toBeTruthy();
    expect(calls).toHaveLength(0);
  });

  it('has the difference of the plans in the place of the features where one is being chosen', async () => {
    renderInPortal(<Summary bill="compared" />);
    expect(await screen.findByText('12 events per year, not 1')).toBeTruthy();
    expect(screen.getByText('The same in both: 1 user account, 5 diagrams per event.')).toBeTruthy();
    expect(screen.queryByText('12 events per year')).toBeNull();
    expect(await screen.findByText('$199 plus tax')).toBeTruthy();
  });

  it('is shown to nobody else: they see price and features', async () => {
    renderInPortal(<Summary />);
    await act(async () => {
      await import('./own-bill.tsx');
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
  [{ countryCode: 'DE', stateCode: '', postalCode: '10115' }, true],
  [{ countryCode: 'DE', stateCode: '', postalCode: '' }, false],
  [{ countryCode: 'AE', stateCode: '', postalCode: '' }, true],
])('knows from which address a tax follows: %j', (place, isKnown) => {
  expect(toQuoteBody(place) !== undefined).toBe(isKnown);
});
