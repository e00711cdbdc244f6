import { answer, fakeServer, renderInPortal, testUser } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { ownDraft } from '../../navigation/own-drafts.ts';
import { LogoutPage } from './logout-page.tsx';

const values = { userEmail: testUser.email };

describe('the logout page after a link from another site', () => {
  it('asks for confirmation and names the account', async () => {
    const calls = fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }) });
    renderInPortal(<LogoutPage />, { at: '/logout', values });
    expect(screen.getByRole('heading', { name: 'Log out?' })).toBeTruthy();
    expect(screen.getByText(testUser.email)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Stay logged in' }).getAttribute('href')).toBe(
      'https://home.test/',
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.method).toBe('GET');
  });

  it('logs the user out after a click on the button', async () => {
    fakeServer({
      'GET /session': answer({ csrfToken: 't', user: testUser }),
      'GET /logout': answer({ redirectURL: '/' }),
    });
    const { user, place } = renderInPortal(<LogoutPage />, { at: '/logout', values });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.leftTo).toBe('/'));
  });

  it('clears typed input even if the server does not respond [asvs 14.3.1]', async () => {
    const draft = ownDraft('invitations', (value) => (typeof value === 'string' ? value : undefined));
    draft.write(testUser.email, 'grace@example.com');
    storedBillingEmail.write(testUser.email);
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }), 'GET /logout': 'unreachable' });
    const { user } = renderInPortal(<LogoutPage />, { at: '/logout', values });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(sessionStorage.getItem('portal.own-drafts')).toBeNull());
    expect(sessionStorage.getItem('portal.billing-email')).toBeNull();
  });

  it('asks nothing if the visitor is already logged out', async () => {
    fakeServer({});
    renderInPortal(<LogoutPage />, { at: '/logout', values });
    expect(await screen.findByRole('heading', { name: 'You’re logged out' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });
});
