import { answer, fakeServer, renderInPortal, testUser } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
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
    const { user, place } = renderInPortal(<LoginPage />, signedIn);
    const modal = await screen.findByRole('alertdialog', { name: 'Reactivate your account' });
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
    await user.click(within(modal).getByRole('button', { name: 'Reactivate your account' }));
    await waitFor(() => expect(place.leftTo).toBe('/pro/upgrade'));
  });

  const endedMember = {
    'GET /session': answer({ csrfToken: 't', user: testUser, restrictedTo: 'ended-member' }),
    'GET /invitations/waiting': answer({ invitations: [] }),
  };
  const teamOf = (ownerName?: string) =>
    answer({
      ...{ name: 'Harbour Hotel', seatLimit: 5, isOwner: false },
      ...{ pendingIdentities: [], seatRequests: [], invitations: [] },
      ...{ members: [], ownerName },
    });

  it('tells a member of an ended team who can pay, and lets them leave', async () => {
    const calls = fakeServer({
      ...endedMember,
      'GET /team': teamOf('Olive Owner'),
      'POST /team/leave': answer({ team: { name: 'Milo Member' } }),
    });
    const { user, place } = renderInPortal(<LoginPage />, signedIn);
    const modal = await screen.findByRole('alertdialog', { name: 'Reactivate your account' });
    expect(await within(modal).findByText(/who owns the team, can pay/)).toBeTruthy();
    expect(modal.textContent).toContain('Only Olive Owner');
    expect(within(modal).queryByRole('button', { name: 'Reactivate your account' })).toBeNull();
    await user.click(within(modal).getByRole('button', { name: 'Leave team' }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    expect(screen.getByRole('alertdialog', { name: 'Leave Harbour Hotel?' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, leave' }));
    expect(
      (await screen.findByRole('alertdialog', { name: 'You have left the team' })).textContent,
    ).toContain('Milo Member');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(place.leftTo).toBe('/settings/team'));
  });

  it('says that nobody can pay for a team without an owner, and what came of leaving is not known', async () => {
    fakeServer({ ...endedMember, 'GET /team': teamOf(), 'POST /team/leave': 'unreachable' });
    const { user } = renderInPortal(<LoginPage />, signedIn);
    expect(await screen.findByText(/Nobody owns your team at present/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Leave team' }));
    await user.click(screen.getByRole('button', { name: 'Yes, leave' }));
    expect(await screen.findByText(/We do not know whether you have left/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it('shows the form after all when the session has ended', async () => {
    fakeServer({ 'GET /session': answer({ csrfToken: 't' }) });
    renderInPortal(<LoginPage />, signedIn);
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in with your company' })).toBeTruthy();
  });
});
