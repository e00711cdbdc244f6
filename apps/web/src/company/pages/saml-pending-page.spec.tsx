import { answer, fakeServer, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SamlPendingPage } from './saml-pending-page.tsx';

const EVE = 'eve@example.test';
const waiting = {
  email: EVE,
  teamName: 'Acme',
  isOwnersAccount: false,
  hasAsked: false,
  hasMoved: false,
} as const;
const visitor = { csrfToken: 'token' };
const eve = { ...visitor, user: { ...testUser, email: EVE } };
const ask = 'POST /pending-sign-in/invitation';

async function show(
  pending: object,
  answers: Parameters<typeof fakeServer>[0] = {},
  session: object = visitor,
) {
  const calls = fakeServer({
    'GET /session': answer(session),
    'GET /pending-sign-in': answer(pending),
    ...answers,
  });
  const view = renderInPortal(<SamlPendingPage />);
  await screen.findByRole('heading', {
    level: 1,
    name: /confirm who|Log in once|isn’t in Acme|Sign in with your company again/,
  });
  return { ...view, calls };
}

describe('the page of a pending sign-in', () => {
  it('says that the owner was asked to confirm the user, and offers a login as an alternative', async () => {
    await show({ waiting: { ...waiting, decidedBy: 'owner' } });
    expect(screen.getByRole('heading').textContent).toBe('Your company must confirm who you are');
    expect(screen.getByText(/We’ve asked the owner of/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('asks a user with a passkey or an authenticator app to log in once, or to ask the owner', async () => {
    await show({ waiting: { ...waiting, decidedBy: 'own-login' } });
    expect(screen.getByRole('heading').textContent).toBe('Log in once to link your account');
    expect(screen.getByText('After that, you can sign in with your company.')).toBeTruthy();
    expect(screen.getByText(/ask the owner of/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('asks for a new sign-in that starts in the portal if this one started at the company', async () => {
    await show({ waiting: { ...waiting, decidedBy: 'own-login', isUnsolicited: true } });
    expect(screen.getByRole('heading').textContent).toBe('Sign in with your company again');
    expect(screen.getByText(/This sign-in started at your company/)).toBeTruthy();
  });

  it('does not tell an owner to ask the owner', async () => {
    await show({ waiting: { ...waiting, decidedBy: 'own-login', isOwnersAccount: true } });
    expect(screen.queryByText(/ask the owner/)).toBeNull();
    expect(screen.getByRole('link', { name: 'help@foyer.test' })).toBeTruthy();
  });

  it('asks an invited user to log in first, and to return afterwards', async () => {
    await show({ waiting: { ...waiting, decidedBy: 'login', invitationId: 'i' } });
    expect(screen.getByRole('link', { name: 'Log in to your account' }).getAttribute('href')).toBe(
      '/login?redirect=%2Fsaml-pending',
    );
    expect(screen.queryByRole('button', { name: 'See invitation' })).toBeNull();
  });

  it('lets a logged-in user open the invitation, and shows an error if it no longer works', async () => {
    const { user } = await show(
      { waiting: { ...waiting, decidedBy: 'login', invitationId: 'i' } },
      {
        'POST /invitations/i/open': problemAnswer('NotFound'),
        'GET /invitations/waiting': answer({ invitations: [] }),
      },
      eve,
    );
    await user.click(screen.getByRole('button', { name: 'See invitation' }));
    expect((await screen.findByText(/no longer works/)).closest('[role=alert]')).toBeTruthy();
  });

  it('lets a user without an invitation ask the owner for one', async () => {
    const { user } = await show(
      {},
      {
        'GET /pending-sign-in': [
          answer({ waiting: { ...waiting, decidedBy: 'login' } }),
          answer({ waiting: { ...waiting, decidedBy: 'login', hasAsked: true } }),
        ],
        [ask]: answer({}),
      },
    );
    await user.click(screen.getByRole('button', { name: 'Ask for an invitation' }));
    expect(
      (await screen.findByText(/We’ve asked the team’s owner to invite you/)).closest('[role=status]'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for an invitation' })).toBeNull();
  });

  it('asks for a new sign-in if no sign-in is pending', async () => {
    await show({});
    expect(screen.getByText(/There’s nothing left to confirm here/)).toBeTruthy();
  });
});
