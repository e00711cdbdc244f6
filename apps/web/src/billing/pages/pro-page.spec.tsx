import { answer, fakeServer, renderInPortal, testUser } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { screen } from '@testing-library/react';
import { choosePlan, readPlan } from '../../navigation/plan-choice.ts';
import { ProPage } from './pro-page.tsx';

describe('the PRO page', () => {
  it('chooses PRO, links to the sign-up form, and opens the short login with a link back', async () => {
    fakeServer({});
    choosePlan('free');
    const { user } = renderInPortal(<ProPage />, { at: '/pro' });
    expect(readPlan()).toBe('pro');
    expect(document.title).toBe('Create an Account or Upgrade – Foyer');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup/form');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(document.title).toBe('Upgrade Account – Foyer');
    expect(screen.getByLabelText('Password')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  describe('for logged-in users', () => {
    const open = (session: Omit<KnownSession, 'user'>) =>
      renderInPortal(<ProPage />, { at: '/pro', values: { session: { user: testUser, ...session } } });
    const offers = () =>
      [...screen.getAllByRole('link'), ...screen.queryAllByRole('button')]
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
        .filter((offer) => offer !== 'Back /');

    it.each([
      [{ plan: 'free', isOwner: true }, 'Upgrade to PRO /pro/upgrade'],
      [{ plan: 'pro', isOwner: true }, 'See your plan /settings/billing'],
      [{ plan: 'pro', isOwner: true, restrictedTo: 'billing' }, 'Upgrade to PRO /pro/upgrade'],
    ] as const)('offers only one action to the owner with the session %j', (session, offer) => {
      fakeServer({});
      open(session);
      expect(offers()).toEqual([offer]);
      expect(document.body.textContent).not.toContain('Create an account');
    });

    it.each([
      ['free', 'To get PRO, ask your team’s owner, Olive Owner.'],
      ['pro', 'To change its plan, ask your team’s owner, Olive Owner.'],
    ] as const)('names the owner to a member of a %s team', async (plan, text) => {
      const team = {
        name: 'Harbour',
        seatLimit: 5,
        taken: { members: 2, invitations: 0 },
        isOwner: false,
        ownerName: 'Olive Owner',
      };
      const people = { members: [], invitations: [], seatRequests: [] };
      fakeServer({ 'GET /team': answer({ ...team, ...people }) });
      open({ plan, isOwner: false });
      await screen.findByText('Olive Owner');
      expect(document.body.textContent).toContain(text);
      expect(offers()).toEqual(['Back to your account /']);
    });
  });
});
