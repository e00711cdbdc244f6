import { answer, fakeServer, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { screen, waitFor, within } from '@testing-library/react';
import { rememberArrival } from '../../navigation/arrival.ts';
import { HomePage } from './home-page.tsx';

const team = {
  name: 'Analytical Engines',
  seatLimit: 5,
  isOwner: true,
  ownerName: 'Ada Lovelace',
  taken: { members: 2, invitations: 1 },
  members: [],
  invitations: [],
  seatRequests: [] as object[],
};
const quiet = {
  'GET /team': answer(team),
  'GET /team/pending-identities': answer({ pendingIdentities: [] }),
  'GET /settings/billing/notice': answer({
    isPastDue: false,
    graceEndsAt: '',
    needsConfirmation: false,
    plan: 'pro',
  }),
  'GET /invitations/waiting': answer({ invitations: [] }),
};
const proOwner: KnownSession = { user: testUser, plan: 'pro', isOwner: true };

function open(answers: Parameters<typeof fakeServer>[0] = {}, session = proOwner) {
  const calls = fakeServer({ ...quiet, ...answers });
  return { ...renderInPortal(<HomePage />, { values: { session } }), calls };
}

const waiting = async () => screen.findByRole('region', { name: 'Needs your attention' });
const card = async () => screen.findByRole('region', { name: 'Your team' });

beforeEach(() => {
  sessionStorage.clear();
  rememberArrival('', '');
});

describe('the home page', () => {
  it('shows an owner the name, team and plan, a link to the product, and all settings', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome back, Ada' })).toBeTruthy();
    expect(screen.getByText(testUser.email)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to my events' }).getAttribute('href')).toBe(
      'https://home.test/',
    );
    const mine = await card();
    expect(mine.textContent).toBe(
      ['Analytical Engines', 'Plan', 'PRO', 'Seats', '3 of 5 taken'].concat('Owner', 'You').join(''),
    );
    const settings = screen.getByRole('region', { name: 'Settings' });
    expect(
      within(settings)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/settings/profile',
      '/settings/security',
      '/settings/team',
      '/settings/billing',
      '/settings/sso',
      '/settings/apps',
      '/settings/data',
    ]);
    expect((await waiting()).textContent).toBe('');
    expect(screen.queryByText(/Free Trial|Create an account|Upgrade/)).toBeNull();
  });

  it('shows members neither the price nor owner settings', async () => {
    const answered = { ...team, isOwner: false, ownerName: 'Olive Owner' };
    open({ 'GET /team': answer(answered) }, { ...proOwner, isOwner: false });
    expect((await card()).textContent).toBe('Analytical EnginesPlanPROSeats3 of 5 takenOwnerOlive Owner');
    expect(screen.queryByRole('link', { name: /Billing|SSO/ })).toBeNull();
  });

  it('links to the requested page', async () => {
    rememberArrival('?redirect=%2Fdiagrams', '/diagrams');
    open();
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/diagrams');
  });

  it('offers PRO to the owner of a free team', async () => {
    open({}, { ...proOwner, plan: 'free' });
    expect(
      within(await card())
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/pro/upgrade');
  });

  it('lists open tasks: a failed payment, an invitation, a transfer, seat requests, pending identities', async () => {
    const offer = {
      memberId: 'm',
      memberName: 'Ada',
      ownerName: 'Olive',
      expiresAt: '2026-12-01T00:00:00Z',
      isToYou: true,
    };
    const request = { id: 'r', name: 'Rita', email: 'rita@example.com', at: '2026-11-01T00:00:00Z' };
    const pending = { ...request, memberName: 'Mo', nameId: 'n', isYou: false, hasMoved: false };
    open({
      'GET /team': answer({ ...team, offer, seatRequests: [request, request] }),
      'GET /team/pending-identities': answer({ pendingIdentities: [pending] }),
      'GET /settings/billing/notice': answer({
        isPastDue: true,
        graceEndsAt: '2026-11-27T12:00:00.000Z',
        needsConfirmation: false,
        plan: 'pro',
      }),
      'GET /invitations/waiting': answer({
        invitations: [{ id: 'i', kind: 'team', name: 'Compiler Events', inviter: 'Grace' }],
      }),
    });
    const { textContent } = await waiting();
    for (const text of [
      'Your last payment didn’t go through.',
      'Grace invited you to the team Compiler Events.',
      'Olive wants to transfer Analytical Engines to you.',
      '1 person is waiting for you to confirm who they are.',
      '2 people are waiting for a seat on your team.',
    ])
      expect(textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Pay with a new card' })).toBeTruthy();
  });

  it('asks a user who has not paid for PRO to choose a plan, until the user decides', async () => {
    const unpaid = { ...proOwner, plan: 'free', hasIncompleteBilling: true } as const;
    const { user, calls } = open(
      {
        'GET /session': answer({ ...proOwner, plan: 'free', csrfToken: 't' }),
        'PATCH /settings/team': answer({ has_incomplete_billing: false }),
      },
      unpaid,
    );
    const asked = await waiting();
    expect(asked.textContent).toContain('You chose PRO, but haven’t completed the payment.');
    expect(within(asked).getByRole('link', { name: 'Get PRO' }).getAttribute('href')).toBe('/pro/upgrade');
    await user.click(within(asked).getByRole('button', { name: 'Start Free plan' }));
    await waitFor(() => expect(screen.queryByText(/payment is not complete/)).toBeNull());
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ has_incomplete_billing: false });
  });

  it('shows the name, team and plan if the other parts cannot be loaded', async () => {
    open({
      'GET /team': problemAnswer('Unavailable'),
      'GET /team/pending-identities': problemAnswer('Unavailable'),
      'GET /settings/billing/notice': problemAnswer('Unavailable'),
      'GET /invitations/waiting': problemAnswer('Unavailable'),
    });
    expect((await card()).textContent).toBe('Analytical EnginesPlanPRO');
    expect(screen.getByRole('link', { name: /^Team/ })).toBeTruthy();
  });
});
