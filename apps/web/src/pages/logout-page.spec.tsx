import { answer, fakeServer, renderInPortal, testUser } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LogoutPage } from './logout-page.tsx';

const values = { userEmail: testUser.email };

describe('logging out on somebody else’s word', () => {
  it('asks, and names the account', async () => {
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

  it('logs out at a click', async () => {
    fakeServer({
      'GET /session': answer({ csrfToken: 't', user: testUser }),
      'GET /logout': answer({ redirectURL: '/' }),
    });
    const { user, place } = renderInPortal(<LogoutPage />, { at: '/logout', values });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.leftTo).toBe('/'));
  });

  it('has nothing to ask when nobody is logged in', async () => {
    fakeServer({});
    renderInPortal(<LogoutPage />, { at: '/logout', values });
    expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });
});
