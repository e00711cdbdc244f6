import { answer, fakeServer, fill, renderInPortal, testUser } from '../../test-portal.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { emptyBillingForm, ownBillingDraft } from '../billing-draft.ts';
import { userEvent } from '@testing-library/user-event';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { choosePlan, readPlan } from '../../navigation/plan-choice.ts';
import { BillingPage, ProUpgradePage } from './billing-page.tsx';
import { loadLists } from '../../ui/select-field.tsx';

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe and pay' });

const { hasAgreed: _, ...emptyDraft } = emptyBillingForm;
const signedIn = { at: '/billing', values: { userEmail: testUser.email } };

beforeAll(loadLists);

describe('the billing page', () => {
  beforeEach(() => {
    sessionStorage.clear();
    choosePlan('free');
    fakeServer({});
  });

  it('is step 3 of 3 with PRO chosen, and shows the stored email address as read-only', () => {
    storedBillingEmail.write('ada@example.test');
    renderInPortal(<BillingPage />, signedIn);
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['ada@example.test', true]);
    expect(screen.getByRole('img', { name: 'Step 3 of 3' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Country/ }).textContent).toContain('United States');
    expect(readPlan()).toBe('pro');
  });

  it('is prefilled with name, country and state of the account, but stores no draft before typing', async () => {
    fakeServer({
      'GET /billing/prefill': answer({ name: 'Ada Lovelace', countryCode: 'CA', stateCode: 'ON' }),
    });
    renderInPortal(<ProUpgradePage />, signedIn);
    const name = await screen.findByDisplayValue('Ada Lovelace');
    expect(name.getAttribute('name')).toBe('name');
    expect(screen.getByRole('button', { name: /Country/ }).textContent).toContain('Canada');
    expect(screen.getByRole('button', { name: /State or province/ }).textContent).toContain('Ontario');
    expect(ownBillingDraft.read(testUser.email)).toBeUndefined();
  });

  it('keeps typed values after a reload', async () => {
    ownBillingDraft.write(testUser.email, {
      name: 'Grace Hopper',
      addressLine1: '',
      addressLine2: '',
      city: '',
      countryCode: 'US',
      stateCode: 'NY',
      postalCode: '',
    });
    const calls = fakeServer({
      'GET /billing/prefill': answer({ name: 'Ada Lovelace', countryCode: 'CA', stateCode: 'ON' }),
    });
    renderInPortal(<ProUpgradePage />, signedIn);
    await waitFor(() => expect(calls.some(({ path }) => path === '/billing/prefill')).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Grace Hopper');
  });

  it('does not show values that another user typed in the same tab', async () => {
    ownBillingDraft.write('eve@example.test', { ...emptyDraft, city: 'Evesham' });
    renderInPortal(<ProUpgradePage />, signedIn);
    const city = screen.getByLabelText<HTMLInputElement>('City');
    expect(city.value).toBe('');
    await userEvent.type(city, 'P');
    expect(ownBillingDraft.read('eve@example.test')).toBeUndefined();
  });

  it('redirects to / if it knows no user who could pay', async () => {
    const { place } = renderInPortal(<BillingPage />, { at: '/billing' });
    await waitFor(() => expect(place.path).toBe('/'));
  });

  it('redirects a visitor who was logged out in the meantime to the login, and back afterwards', async () => {
    storedBillingEmail.write('ada@example.test');
    const { place } = renderInPortal(<BillingPage />, { at: '/billing' });
    await waitFor(() => expect(place.path).toBe('/login?redirect=%2Fbilling'));
  });

  it('shows that another user is logged in', () => {
    storedBillingEmail.write('grace@example.test');
    renderInPortal(<BillingPage />, signedIn);
    expect(
      screen.getByText(/You’re logged in as ada@example.test. To pay for grace@example.test/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'log in with that email address' }).getAttribute('href')).toBe(
      '/login?redirect=%2Fbilling',
    );
  });

  it('explains the disabled button if no card provider is configured', () => {
    storedBillingEmail.write('ada@example.test');
    renderInPortal(<BillingPage />, signedIn);
    expect(screen.getByText('Card payments aren’t available right now.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(submit().disabled).toBe(true);
    expect(document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You can pay once card payments are available again.',
    );
  });

  it('marks its address fields as one group for autofill', () => {
    storedBillingEmail.write('ada@example.test');
    renderInPortal(<BillingPage />, signedIn);
    const tokens = [...document.querySelectorAll('[autocomplete]')].map((box) =>
      box.getAttribute('autocomplete'),
    );
    const ofAddress = tokens.filter((token) => /address|postal|country|email/.test(token ?? ''));
    expect(ofAddress.length).toBeGreaterThan(5);
    expect(ofAddress.filter((token) => !token?.startsWith('billing '))).toEqual([]);
  });

  it('keeps the address after a reload, but not the consent', async () => {
    storedBillingEmail.write('ada@example.test');
    const first = renderInPortal(<BillingPage />, signedIn);
    await fill(first.user, screen.getByLabelText('City'), 'Portland');
    await first.user.click(screen.getByRole('checkbox'));
    first.unmount();
    renderInPortal(<BillingPage />, signedIn);
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Portland');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(ownBillingDraft.read(testUser.email)).not.toHaveProperty('hasAgreed');
  });
});

describe('the upgrade page', () => {
  beforeEach(() => sessionStorage.clear());

  it('shows no steps to a user whose address is in the page values', () => {
    fakeServer({});
    renderInPortal(<ProUpgradePage />, { at: '/pro/upgrade', values: { userEmail: testUser.email } });
    expect(document.title).toBe('Upgrade Account – Foyer');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(testUser.email);
    expect(screen.queryByRole('img', { name: /Step/ })).toBeNull();
  });

  it('recognizes a user who logged in after the server sent the page', async () => {
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }) });
    renderInPortal(<ProUpgradePage />, { at: '/pro/upgrade' });
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(testUser.email);
  });

  it('redirects to / if no user is logged in', async () => {
    fakeServer({});
    const { place } = renderInPortal(<ProUpgradePage />, { at: '/pro/upgrade' });
    await waitFor(() => expect(place.path).toBe('/'));
  });
});

describe.each([
  ['/billing', BillingPage, 'Add your billing details'],
  ['/pro/upgrade', ProUpgradePage, 'Upgrade Account'],
] as const)('%s for a member of a team', (at, Page, title) => {
  it.each([
    ['Olive Owner', 'To get PRO, ask your team’s owner, Olive Owner.'],
    ['', 'Your team doesn’t have an owner right now. For questions about its plan, email help@foyer.test.'],
  ])('shows no card form and names the owner or support: %j', (planOwner, words) => {
    sessionStorage.clear();
    fakeServer({});
    renderInPortal(<Page />, { at, values: { userEmail: testUser.email, planOwner } });
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(screen.queryByLabelText('Name on card')).toBeNull();
    expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe('/');
  });
});
