import { answer, fakeServer, renderInPortal, testUser } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LoginPage } from './login-page.tsx';

const signedIn = { values: { userEmail: testUser.email } };

describe('login page', () => {
  it('leads to sign-up, to the venues, and asks the server nothing', () => {
    const calls = fakeServer({});
    renderInPortal(<LoginPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Bring your events to life' })).toBeTruthy();
    expect(document.title).toBe('Log in – Foyer');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup');
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(screen.getByRole('link', { name: /Seating diagram/ }).getAttribute('href')).toBe(
      'https://foyer.test/venues',
    );
    expect(calls).toHaveLength(0);
  });

  it('offers who is logged in to go on or log out', async () => {
    fakeServer({
      'GET /session': answer({ csrfToken: 't', user: testUser }),
      'POST /logout': answer({ redirectURL: '/' }),
    });
    const { user, place } = renderInPortal(<LoginPage />, signedIn);
    expect((await screen.findByText(/You are logged in as/)).textContent).toContain(testUser.email);
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('https://home.test/');
    expect(screen.queryByRole('button', { name: 'Sign in with your company' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.leftTo).toBe('/'));
  });

  it('goes to /failure-general when logging out fails', async () => {
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }), 'POST /logout': 'unreachable' });
    const { user, place } = renderInPortal(<LoginPage />, signedIn);
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });

  it('offers who may only pay to reactivate the account', async () => {
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser, restrictedTo: 'billing' }) });
    renderInPortal(<LoginPage />, signedIn);
    const way = await screen.findByRole('link', { name: 'Reactivate your account' });
    expect(way.getAttribute('href')).toBe('/pro/upgrade');
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  it('shows the form after all when the session has ended', async () => {
    fakeServer({ 'GET /session': answer({ csrfToken: 't' }) });
    renderInPortal(<LoginPage />, signedIn);
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in with your company' })).toBeTruthy();
  });
});
