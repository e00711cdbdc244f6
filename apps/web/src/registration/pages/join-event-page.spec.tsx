import { answer, answersTo, fakeServer, fill, problemAnswer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { choosePlan } from '../../navigation/plan-choice.ts';
import { storedVerification } from '../verification.ts';
import { storedSignUpDraft } from '../sign-up-draft.ts';
import { loadLists } from '../../ui/select-field.tsx';

const ID = 'secret-id';
const at = `/join-event/${encodeInvitationCode(ID)}`;
const call = `GET /invitation/event/${ID}`;
const PASSWORD = 'Round-Tables-For-8!';
const invitation = answer({
  inviter: { name: 'Grace Hopper', email: 'grace@example.test' },
  invitation: { email: 'guest@example.test' },
});
const byShared = answer({
  inviter: { name: 'Grace Hopper', email: 'grace@example.test' },
  invitation: { email: 'guest@example.test' },
  needsMail: true,
});
const answers = {
  ...answersTo(signUpQuestions),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'other@example.test',
  phone: '1',
  businessName: 'Engines',
  businessType: 'host',
  sqft: '',
  countryCode: 'DE',
  stateCode: '',
  optIn: false,
};

function show(planned: Parameters<typeof fakeServer>[0], where = at) {
  const calls = fakeServer(planned);
  return { ...renderPage({ at: where }), calls };
}

beforeAll(loadLists);

describe('the page for joining an event', () => {
  beforeEach(() => {
    sessionStorage.clear();
    choosePlan('free');
  });

  it('names the event, by default "Collaboration Event", and the user who shares it', async () => {
    const { unmount } = show({ [call]: invitation });
    expect(await screen.findByRole('heading', { name: 'Collaboration Event' })).toBeTruthy();
    expect(screen.getByText('grace@example.test')).toBeTruthy();
    unmount();
    show({ [call]: invitation }, `${at}?event_name=Spring+Gala`);
    expect(await screen.findByRole('heading', { name: 'Spring Gala' })).toBeTruthy();
  });

  it.each([
    ['free', '/success'],
    ['pro', '/billing'],
  ] as const)('registers with plan %s only after the password is set, and goes to %s', async (plan, end) => {
    choosePlan(plan);
    storedSignUpDraft.write(answers);
    const { user, place, calls } = show({
      [call]: invitation,
      'POST /register-collaborator': answer({ message: 'OK', user: testUser }, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).readOnly).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await fill(user, await screen.findByLabelText('Password'), PASSWORD);
    expect(place.path).toBe('/reset-password');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await fill(user, screen.getByLabelText('Confirm password'), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(place.leftTo ?? place.path).toBe(end));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      form_type: 'COLLAB_SIGNUP',
      email: 'guest@example.test',
      inviteId: ID,
      plan,
    });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(ID);
  });

  it('requires verification by mail instead of a password after a shared link', async () => {
    choosePlan('pro');
    storedSignUpDraft.write(answers);
    const { user, place, calls } = show({
      [call]: byShared,
      'POST /register-collaborator': answer({ message: 'OK', user: { email: 'guest@example.test' } }, 202),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const login = await screen.findByRole('link', { name: 'Log in' });
    expect(login.getAttribute('href')).toContain(encodeURIComponent(at));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(place.path).toBe('/verify-email'));
    const { body } = calls.find(({ method }) => method === 'POST') ?? {};
    expect(body).toMatchObject({ form_type: 'COLLAB_SIGNUP', email: 'guest@example.test', plan: 'pro' });
    expect(body).not.toHaveProperty('password');
    expect(storedVerification.read()).toMatchObject({ email: 'guest@example.test', invitedTo: 'event' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(ID);
  });

  const signedIn = (email: string) => ({
    [call]: invitation,
    'GET /session': answer({ csrfToken: 't', user: { ...testUser, email } }),
  });

  it('lets the invited user accept, and opens the event', async () => {
    const { user, place } = show({
      ...signedIn('Guest@example.test'),
      [`POST /event-accept/${encodeInvitationCode(ID)}`]: answer({
        message: 'OK',
        redirectURL: 'https://home.test/',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(place.leftTo).toBe('https://home.test/'));
  });

  it('shows the new state of an invitation that ended while the page was open', async () => {
    const { user } = show({
      ...signedIn('guest@example.test'),
      [call]: [invitation, problemAnswer('InvitationRevoked')],
      [`POST /event-accept/${encodeInvitationCode(ID)}`]: problemAnswer('InvitationRevoked'),
    });
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('heading', { name: 'This invitation was withdrawn' })).toBeTruthy();
  });

  it('shows another user that the invitation is for a different account', async () => {
    show(signedIn(testUser.email));
    await screen.findByRole('heading', { name: 'This invitation is for another account' });
    expect(screen.getByText('guest@example.test')).toBeTruthy();
  });

  it('shows on the password form that the account already exists, and links to the login', async () => {
    storedSignUpDraft.write(answers);
    const { user } = show({
      [call]: invitation,
      'POST /register-collaborator': problemAnswer('AccountExists'),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await fill(user, await screen.findByLabelText('Password'), PASSWORD);
    await fill(user, screen.getByLabelText('Confirm password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText(/An account with this email address already exists/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Log in to accept the invitation' });
    expect(link.getAttribute('href')).toContain(encodeURIComponent(at));
  });

  it('shows why an invitation has ended', async () => {
    show({ [call]: problemAnswer('InvitationRevoked') });
    expect(await screen.findByRole('heading', { name: 'This invitation was withdrawn' })).toBeTruthy();
  });

  it('goes to /failure-general when the invitation cannot be loaded', async () => {
    const { place } = show({ [call]: problemAnswer('NotFound') });
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });
});
