import { answer, fakeServer, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { problemTypes } from '@foyer/contracts/problem';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SwitchTeamPage } from './switch-team-page.tsx';

const ID = 'secret-id';
const CODE = encodeInvitationCode(ID);
const shown = {
  inviter: { name: 'Grace Hopper', email: 'grace@example.test' },
  existingTeam: { name: 'Compiler Events' },
  invitation: { email: testUser.email, id: ID },
};
const invitation = answer(shown);
const ready = {
  [`GET /invitation/team/${ID}`]: invitation,
  'GET /session': answer({ csrfToken: 't', user: testUser }),
};

function show(answers: Parameters<typeof fakeServer>[0]) {
  fakeServer(answers);
  return renderInPortal(
    <Routes>
      <Route path="/switch-team/:invitationCode" element={<SwitchTeamPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/switch-team/${CODE}` },
  );
}

describe('the page for switching teams', () => {
  it('names the new team and the team to leave, and opens the home page if the user declines', async () => {
    const { user, place } = show(ready);
    expect(await screen.findByRole('heading', { name: 'Switch to Compiler Events?' })).toBeTruthy();
    expect(screen.getByText('Analytical Engines')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(place.path).toBe('/'));
  });

  it('shows that the plan of the new team has ended', async () => {
    show({ ...ready, [`GET /invitation/team/${ID}`]: answer({ ...shown, hasEndedPlan: true }) });
    expect(await screen.findByText(/^The subscription for/)).toBeTruthy();
  });

  it('switches the team, confirms the switch, and links to the login', async () => {
    const { user } = show({
      ...ready,
      [`POST /team-switch/${CODE}`]: answer({ team: { name: 'Compiler Events' }, redirectURL: '/login' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, switch' }));
    expect(await screen.findByRole('heading', { name: 'You’ve joined Compiler Events' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  });

  it('asks for a step-up first, and goes to /failure-general if the switch fails after it', async () => {
    const needed = answer(
      { code: 'ProofNeeded', ...problemTypes.ProofNeeded, proofs: ['password'] },
      problemTypes.ProofNeeded.status,
    );
    const { user, place } = show({
      ...ready,
      [`POST /team-switch/${CODE}`]: [needed, problemAnswer('InternalError')],
      'POST /settings/security/proof': answer({ message: 'Confirmed' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, switch' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm it’s you' }));
    await user.type(dialog.getByLabelText('Your password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });

  it.each(['SeatLimitReached', 'LastOwner', 'OwnLoginMissing', 'ProofNeeded'] as const)(
    'stays open and shows the reason for %s',
    async (code) => {
      const { user } = show({ ...ready, [`POST /team-switch/${CODE}`]: problemAnswer(code) });
      await user.click(await screen.findByRole('button', { name: 'Yes, switch' }));
      await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
    },
  );

  it('shows the new state of an invitation that ended while the page was open', async () => {
    const { user } = show({
      ...ready,
      [`GET /invitation/team/${ID}`]: [invitation, problemAnswer('InvitationRevoked')],
      [`POST /team-switch/${CODE}`]: problemAnswer('InvitationRevoked'),
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, switch' }));
    expect(await screen.findByRole('heading', { name: 'This invitation was withdrawn' })).toBeTruthy();
  });

  it.each([problemAnswer('InternalError'), 'unreachable' as const])(
    'goes to /failure-general on any other failure',
    async (planned) => {
      const { user, place } = show({ ...ready, [`POST /team-switch/${CODE}`]: planned });
      await user.click(await screen.findByRole('button', { name: 'Yes, switch' }));
      await waitFor(() => expect(place.path).toBe('/failure-general'));
    },
  );

  it('goes to /failure-general when the invitation cannot be loaded', async () => {
    const { place } = show({ ...ready, [`GET /invitation/team/${ID}`]: problemAnswer('NotFound') });
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });

  it('requires a login first, and opens again afterwards', async () => {
    const { place } = show({ ...ready, 'GET /session': answer({ csrfToken: 't' }) });
    await waitFor(() => expect(place.path).toContain(encodeURIComponent(`/switch-team/${CODE}`)));
  });
});
