import { answer, fakeServer, problemAnswer, testPageValues, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { describe, expect, it } from '@jest/globals';
import type { Restriction } from '@foyer/catalog/subscription-states';
import { screen, waitFor, within } from '@testing-library/react';

const signedIn = (restrictedTo: Restriction) => ({
  values: { userEmail: testUser.email, session: { user: testUser, restrictedTo } },
});

describe('the login page', () => {
  it('links to the sign-up and the page about venues, and sends no request', () => {
    const calls = fakeServer({});
    renderPage();
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

  it('has no picture if no page about venues is configured', () => {
    fakeServer({});
    const { productTerms, websiteTerms, privacy } = testPageValues.links;
    renderPage({ values: { links: { productTerms, websiteTerms, privacy } } });
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Seating diagram/ })).toBeNull();
  });

  it('shows a modal that offers to reactivate the account, above the login', async () => {
    fakeServer({});
    const { user, place } = renderPage(signedIn('billing'));
    const modal = await screen.findByRole('alertdialog', { name: 'Reactivate your account' });
    expect(screen.getByText('Bring your events to life')).toBeTruthy();
    await user.click(within(modal).getByRole('button', { name: 'Reactivate your account' }));
    await waitFor(() => expect(place.leftTo).toBe('/pro/upgrade'));
  });

  const endedMember = {
    'GET /invitations/waiting': answer({ invitations: [] }),
  };
  const teamOf = (ownerName?: string) =>
    answer({
      name: 'Harbour Hotel',
      seatLimit: 5,
      taken: { members: 0, invitations: 0 },
      isOwner: false,
      seatRequests: [],
      invitations: [],
      members: [],
      ownerName,
    });

  it('names the owner to a member whose team’s plan has ended, and lets the member leave the team', async () => {
    const calls = fakeServer({
      ...endedMember,
      'GET /team': teamOf('Olive Owner'),
      'POST /team/leave': answer({ team: { name: 'Milo Member' } }),
    });
    const { user, place } = renderPage(signedIn('ended-member'));
    const modal = await screen.findByRole('alertdialog', { name: 'Your team has no access right now' });
    expect(await within(modal).findByText(/Only the team’s owner/)).toBeTruthy();
    expect(modal.textContent).toContain('Olive Owner, can restart');
    expect(within(modal).queryByRole('button', { name: 'Reactivate your account' })).toBeNull();
    await user.click(within(modal).getByRole('button', { name: 'Leave team' }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    expect(screen.getByRole('alertdialog', { name: 'Leave Harbour Hotel?' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, leave' }));
    expect((await screen.findByRole('alertdialog', { name: 'You’ve left the team' })).textContent).toContain(
      'Milo Member',
    );
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(place.leftTo).toBe('/settings/team'));
  });

  it('shows that the team has no owner, and that leaving the team could not be confirmed', async () => {
    fakeServer({ ...endedMember, 'GET /team': teamOf(), 'POST /team/leave': 'unreachable' });
    const { user } = renderPage(signedIn('ended-member'));
    expect(await screen.findByText(/Your team has no owner/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Leave team' }));
    await user.click(screen.getByRole('button', { name: 'Yes, leave' }));
    expect(await screen.findByText(/We couldn’t confirm that you left/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it('asks a user whose account is being deleted whether to keep the account', async () => {
    fakeServer({
      'GET /session': answer({
        csrfToken: 't',
        user: testUser,
        restrictedTo: 'leaving',
        erasedOn: '2026-12-06T09:14:00.000Z',
      }),
      'POST /settings/data/keep': [problemAnswer('Unavailable'), answer({ message: 'Account kept' })],
    });
    const { user, place } = renderPage(signedIn('leaving'));
    const modal = await screen.findByRole('alertdialog', { name: 'Keep your account?' });
    expect(await within(modal).findByText(/On December 6, 2026, we’ll delete it/)).toBeTruthy();
    const keep = within(modal).getByRole('button', { name: 'Keep my account' });
    await user.click(keep);
    expect((await within(modal).findByText(/We’re busy/)).closest('[role=alert]')).toBeTruthy();
    await user.click(keep);
    await waitFor(() => expect(place.leftTo).toBe('/'));
  });

  it('shows the home page to logged-in users, and the login once their session has ended', async () => {
    fakeServer({
      'GET /session': answer({ csrfToken: 't' }),
      'GET /team': problemAnswer('SignInRequired'),
      'GET /settings/billing/notice': problemAnswer('SignInRequired'),
      'GET /invitations/waiting': problemAnswer('SignInRequired'),
    });
    renderPage({ values: { userEmail: testUser.email, session: { user: testUser } } });
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(await screen.findByRole('heading', { level: 1, name: /^Welcome back/ })).toBeTruthy();
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(document.title).toBe('Log in – Foyer');
  });
});
