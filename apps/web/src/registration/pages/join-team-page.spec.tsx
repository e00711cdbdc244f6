import {
  answer,
  answersTo,
  fakeServer,
  fill,
  problemAnswer,
  renderInPortal,
  testUser,
} from '../../test-portal.tsx';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { teamMemberQuestions } from '@foyer/contracts/teams/team';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { storedVerification } from '../verification.ts';
import { storedTeamMemberDraft } from '../team-member-draft.ts';
import { JoinTeamPage } from './join-team-page.tsx';

const ID = 'secret-id';
const at = `/join-team/${encodeInvitationCode(ID)}`;
const call = `GET /invitation/team/${ID}`;
const PASSWORD = 'Round-Tables-For-8!';

const shown = {
  inviter: { name: 'Grace Hopper', email: 'grace@example.test' },
  existingTeam: { name: 'Compiler Events' },
  invitation: { email: 'new@example.test', id: ID },
};
const invitation = answer(shown);
const byShared = answer({ ...shown, needsMail: true });

const draft = {
  ...answersTo(teamMemberQuestions),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: '',
  phone: '+44 20 7946 0000',
  jobTitle: 'Planner',
  countryCode: 'DE',
  stateCode: '',
  optIn: false,
};

function show(answers: Parameters<typeof fakeServer>[0], where = at) {
  const calls = fakeServer(answers);
  const view = renderInPortal(
    <Routes>
      <Route path="/join-team/:invitationCode" element={<JoinTeamPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: where },
  );
  return { ...view, calls };
}

describe('the page for joining a team', () => {
  beforeEach(() => sessionStorage.clear());

  it('shows the inviter and the team, and makes the address read-only', async () => {
    show({ [call]: invitation });
    expect(await screen.findByRole('heading', { name: 'Join Compiler Events' })).toBeTruthy();
    expect(screen.getByText('grace@example.test')).toBeTruthy();
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['new@example.test', true]);
  });

  it('shows that the team’s plan has ended before it asks for anything', async () => {
    show({ [call]: answer({ ...shown, hasEndedPlan: true }) });
    expect(await screen.findByText(/^The subscription for/)).toBeTruthy();
  });

  it('says nothing about the team’s plan if the plan has not ended', async () => {
    show({ [call]: invitation });
    await screen.findByRole('heading', { name: 'Join Compiler Events' });
    expect(screen.queryByText(/^The subscription for/)).toBeNull();
  });

  it('marks missing answers and focuses the first', async () => {
    const { user } = show({ [call]: invitation });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findAllByText('Required Field')).toHaveLength(5);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
  });

  it('continues with the password and registers the user', async () => {
    storedTeamMemberDraft.write(draft);
    const { user, place, calls } = show({
      [call]: invitation,
      'POST /register-team-member': answer({ message: 'OK', user: testUser }, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await fill(user, await screen.findByLabelText('Password'), PASSWORD);
    await fill(user, screen.getByLabelText('Confirm password'), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(place.path).toBe('/success'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      form_type: 'TEAM_MEMBER_SIGNUP',
      email: 'new@example.test',
      inviteId: ID,
      teamMember: true,
      invitationCode: encodeInvitationCode(ID),
    });
    expect(storedTeamMemberDraft.read()).toBeUndefined();
  });

  it('requires verification by mail instead of a password after a shared link', async () => {
    storedTeamMemberDraft.write(draft);
    const { user, place, calls } = show({
      [call]: byShared,
      'POST /register-team-member': answer({ message: 'OK', user: { email: 'new@example.test' } }, 202),
    });
    expect((await screen.findByRole('link', { name: /Log in/ })).getAttribute('href')).toContain(
      'switch-team',
    );
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(place.path).toBe('/verify-email'));
    const { body } = calls.find(({ method }) => method === 'POST') ?? {};
    expect(body).toMatchObject({ form_type: 'TEAM_MEMBER_SIGNUP', email: 'new@example.test', inviteId: ID });
    expect(body).not.toHaveProperty('password');
    expect(storedVerification.read()).toMatchObject({ email: 'new@example.test', invitedTo: 'team' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(ID);
  });

  it('shows the new state of an invitation that ended while the form was open', async () => {
    storedTeamMemberDraft.write(draft);
    const { user } = show({
      [call]: [byShared, problemAnswer('InvitationRevoked')],
      'POST /register-team-member': problemAnswer('InvitationRevoked'),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'This invitation was withdrawn' })).toBeTruthy();
  });

  it.each([
    ['no seat is free', 'SeatLimitReached', /no free seat/],
    ['the account already exists', 'AccountExists', /An account with this email address already exists/],
  ] as const)('shows on the password form that %s', async (_, code, text) => {
    storedTeamMemberDraft.write(draft);
    const { user } = show({ [call]: invitation, 'POST /register-team-member': problemAnswer(code) });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await fill(user, await screen.findByLabelText('Password'), PASSWORD);
    await fill(user, screen.getByLabelText('Confirm password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  const dead = [
    ['InvitationUnknown', 'We don’t recognize this invitation'],
    ['InvitationExpired', 'This invitation has expired'],
    ['InvitationUsed', 'This invitation has already been accepted'],
    ['InvitationRevoked', 'This invitation was withdrawn'],
  ] as const;
  it.each(dead)('answers %s with the heading "%s"', async (code, title) => {
    show({ [call]: problemAnswer(code) });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('makes no request for a malformed code', async () => {
    const { calls } = show({}, '/join-team/%21');
    expect(await screen.findByRole('heading', { name: 'We don’t recognize this invitation' })).toBeTruthy();
    expect(calls.filter(({ path }) => path.startsWith('/invitation'))).toEqual([]);
  });

  it('shows a short message and a retry button when the invitation cannot be loaded', async () => {
    const { user } = show({ [call]: [problemAnswer('NotFound'), invitation] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Join Compiler Events' })).toBeTruthy();
  });

  it('shows both addresses to another user, who can log out and return to the page', async () => {
    const { user, place } = show({
      [call]: invitation,
      'GET /session': answer({ csrfToken: 't', user: testUser }),
      'GET /logout': answer({ redirectURL: '/' }),
    });
    await screen.findByRole('heading', { name: 'This invitation is for another account' });
    expect(screen.getByText(testUser.email)).toBeTruthy();
    expect(screen.getByText('new@example.test')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Log out and continue' }));
    await waitFor(() => expect(place.leftTo).toBe(at));
  });

  it('redirects an invited user who is logged in to the page for switching teams', async () => {
    const { place } = show({
      [call]: invitation,
      'GET /session': answer({ csrfToken: 't', user: { ...testUser, email: 'New@Example.test' } }),
    });
    await waitFor(() => expect(place.path).toBe(at.replace('join-team', 'switch-team')));
  });
});
