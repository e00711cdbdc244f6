import { answer, fakeServer, fill, problemAnswer, retryLaterAnswer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import { sourceCatalogue } from '@foyer/catalog/words/source-catalogue';
import type { OwnSession } from '@foyer/contracts/identity/security';
import { screen, waitFor, within } from '@testing-library/react';
import { readArrival } from '../../navigation/arrival.ts';
import { loadWords } from '../../words/in-words.ts';
import { t } from '../../words/t.ts';

const at = '/settings/security';
const GOOD = 'Seating-Chart-42!';
const PATH = '/settings/security/sessions';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const here: OwnSession = {
  id: 'here',
  isCurrent: true,
  browser: 'Firefox',
  system: 'Windows',
  network: { kind: 'here' },
  startedAt: hoursAgo(3),
  lastSeenAt: hoursAgo(0),
};
const there: OwnSession = {
  ...here,
  id: 'there',
  isCurrent: false,
  browser: 'Safari',
  system: 'iOS',
  network: { kind: 'other', address: '203.0.113.7' },
  lastSeenAt: hoursAgo(1),
};

const signedIn = answer({ csrfToken: 't', user: testUser });
const both = answer({ sessions: [here, there] });
const FACTOR = '/settings/security/second-factor';
const noFactor = answer({ codesLeft: 0, devices: [], hasPassword: true });
const onlyHere = answer({ sessions: [here] });

type Answers = Parameters<typeof fakeServer>[0];
function open(answers: Answers = {}) {
  const calls = fakeServer({
    'GET /session': signedIn,
    [`GET ${PATH}`]: both,
    [`GET ${FACTOR}`]: noFactor,
    ...answers,
  });
  return { ...renderPage({ at }), calls };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  document.documentElement.lang = '';
  loadWords(sourceCatalogue);
});

describe('the security settings', () => {
  it('redirect logged-out visitors to the login, and back afterwards', async () => {
    const { place } = open({ 'GET /session': answer({ csrfToken: 't' }) });
    await waitFor(() => expect(place.path).toBe('/login?redirect=%2Fsettings%2Fsecurity'));
    expect(readArrival()).toMatchObject({ redirect: at, redirectUrl: at });
  });

  it('redirect users who may only pay to the upgrade page', async () => {
    const { place } = open({
      'GET /session': answer({ csrfToken: 't', user: testUser, restrictedTo: 'billing' }),
    });
    await waitFor(() => expect(place.leftTo).toBe('/pro/upgrade'));
  });

  it('redirect members of a team whose plan has ended to the login page', async () => {
    const { place } = open({
      'GET /session': answer({ csrfToken: 't', user: testUser, restrictedTo: 'ended-member' }),
    });
    await waitFor(() => expect(place.path).toBe('/login'));
  });

  it.each([
    [true, ['Profile', 'Security', 'Team', 'Billing', 'Single sign-on', 'Apps', 'Your data']],
    [false, ['Profile', 'Security', 'Team', 'Apps', 'Your data']],
  ])('have a menu of permitted pages that marks the current one (owner: %s)', async (isOwner, labels) => {
    open({ 'GET /session': answer({ csrfToken: 't', user: testUser, isOwner }) });
    const menu = await screen.findByRole('navigation', { name: 'Settings' });
    const links = within(within(menu).getByRole('list')).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(labels);
    expect(links.map((link) => link.getAttribute('aria-current'))[1]).toBe('page');
  });
});

describe('the user’s sessions', () => {
  it('are listed with their devices, and the current session is marked', async () => {
    open();
    const first = (await screen.findByText('Firefox on Windows')).closest('li');
    const second = screen.getByText('Safari on iOS').closest('li');
    expect(first?.textContent).toContain('This device');
    expect(first?.textContent).toContain('Logged in 3 hours ago');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second?.textContent).toContain('IP address 203.0.113.7');
    expect(second?.textContent).toContain('last seen 1 hour ago');
    expect(second?.querySelector('time')?.dateTime).toBe(there.startedAt);
  });

  it('show their network and login method, if known', async () => {
    const sessions = [
      { ...here, beganBy: 'company' },
      { ...there, beganBy: 'passkey' },
      { ...there, id: 'newer', beganBy: 'telepathy' },
    ];
    open({ [`GET ${PATH}`]: answer({ sessions }) });
    await screen.findByText('Firefox on Windows');
    const all = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('on '));
    const [first, second, third] = all.slice(0, 3);
    expect(first?.textContent).toContain('Your current network');
    expect(first?.textContent).toContain('Signed in with your company');
    expect(second?.textContent).toContain('IP address 203.0.113.7');
    expect(second?.textContent).toContain('Logged in with a passkey');
    expect(third?.textContent).toContain('IP address 203.0.113.7Logged in 3 hours ago');
  });

  it.each([
    ['is active', answer({ message: 'Session ended' })],
    ['has already ended', problemAnswer('NotFound')],
  ])('can be ended one by one: a session that %s', async (_, planned) => {
    const { user, calls } = open({
      [`GET ${PATH}`]: [both, onlyHere],
      [`DELETE ${PATH}/there`]: planned,
    });
    await user.click(await screen.findByRole('button', { name: 'End session on Safari on iOS' }));
    const text = await screen.findByText('You’ve ended the session on Safari on iOS.');
    expect(text.closest('[role=status]')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /End session/ })).toBeNull());
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === `${PATH}/there`)).toBe(true);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Where you’re logged in' })),
    );
  });

  it('can all be ended together, except the current session', async () => {
    const { user } = open({
      [`GET ${PATH}`]: [both, onlyHere],
      [`DELETE ${PATH}`]: answer({ message: 'Other sessions ended' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('You’re logged out everywhere else.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('are shown in the user’s language, with unknown devices and networks named as unknown', async () => {
    document.documentElement.lang = 'de';
    loadWords(readCatalogue('de'));
    const parts = [
      { browser: 'Firefox', system: 'Windows', network: { kind: 'here' } },
      { system: 'iOS', network: { kind: 'private' } },
      { network: { kind: 'other', address: '203.0.113.7' } },
      { browser: 'Safari', network: { kind: 'unknown' } },
      { network: { kind: 'of a later release' } },
    ];
    const sessions = parts.map((some, index) => ({
      ...here,
      browser: undefined,
      system: undefined,
      id: String(index),
      ...some,
    }));
    open({ [`GET ${PATH}`]: answer({ sessions }) });
    await screen.findByText('Firefox unter Windows');
    const said = screen
      .getAllByRole('listitem')
      .filter((row) => row.querySelector('p'))
      .map((row) => [...row.querySelectorAll('p')].slice(0, 2).map((line) => line.firstChild?.textContent));
    expect(said).toEqual([
      ['Firefox unter Windows', t('identity.sessionInWords.currentNetwork', 'Your current network')],
      ['iOS', 'Ein privates Netzwerk'],
      ['Unbekanntes Gerät', 'IP-Adresse 203.0.113.7'],
      ['Safari', 'Unbekanntes Netzwerk'],
      ['Unbekanntes Gerät', 'Unbekanntes Netzwerk'],
    ]);
  });

  it('show an error if a session could not be ended', async () => {
    const { user } = open({ [`DELETE ${PATH}/there`]: 'unreachable' });
    await user.click(await screen.findByRole('button', { name: /End session/ }));
    const text = await screen.findByText(/We couldn’t confirm that you’re logged out there/);
    expect(text.closest('[role=alert]')).toBeTruthy();
  });

  it('redirect to the login if the current session has ended', async () => {
    const { place } = open({
      'GET /session': [signedIn, answer({ csrfToken: 't' })],
      [`GET ${PATH}`]: problemAnswer('SignInRequired'),
    });
    await waitFor(() => expect(place.path).toMatch('/login?redirect='));
  });
});

describe('changing the password', () => {
  const CALL = 'POST /settings/security/password';
  const current = () => screen.getByLabelText<HTMLInputElement>('Current password');
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });

  async function change(planned: Answers[string]) {
    const view = open({ [CALL]: planned });
    await fill(view.user, await screen.findByLabelText('Current password'), 'old secret');
    await fill(view.user, screen.getByLabelText('New password'), GOOD);
    await fill(view.user, screen.getByLabelText('Confirm new password'), `${GOOD}{Enter}`);
    return view;
  }

  it('requires all three fields, and focuses the first empty one', async () => {
    const { user, calls } = open();
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    expect(screen.getByText('Required Field')).toBeTruthy();
    expect(screen.getByText('Password requirements were not met.')).toBeTruthy();
    expect(document.activeElement).toBe(current());
    await user.type(current(), 'x{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('New password'));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('is not offered for an account without a password', async () => {
    open({ [`GET ${FACTOR}`]: answer({ codesLeft: 0, devices: [], hasPassword: false }) });
    expect(await screen.findByText(/your account doesn’t have one/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Change your password' })).toBeNull();
  });

  it('shows a confirmation, clears the fields, and reloads the sessions', async () => {
    const { calls } = await change(answer({ message: 'Password changed' }));
    const text = await screen.findByText(/Your password has been changed/);
    expect(text.closest('[role=status]')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      current_password: 'old secret',
      password: GOOD,
      confirm_password: GOOD,
    });
    expect(current().value).toBe('');
    await waitFor(() => expect(calls.filter(({ path }) => path === PATH)).toHaveLength(2));
  });

  it('shows the error about a wrong current password at its field until the user types again', async () => {
    const text = 'That’s not your current password';
    const { user } = await change(problemAnswer('ValidationFailed', { current_password: text }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(current().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(current());
    await user.type(current(), 'x');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('shows the server’s error about the new password, and keeps the typed values', async () => {
    const text = 'This password is too common. Choose a different one.';
    await change(problemAnswer('ValidationFailed', { password: text }));
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    expect(current().value).toBe('old secret');
  });

  it('is locked like the login after too many attempts', async () => {
    await change(retryLaterAnswer(600, 'Locked'));
    expect(await screen.findAllByText(/your account has been locked for 10 min 0 sec/)).toHaveLength(2);
    expect(submit().disabled).toBe(true);
  });

  it('shows that the outcome is unknown if the server does not answer', async () => {
    await change('unreachable');
    expect(await screen.findByText(/We couldn’t confirm whether your password was changed/)).toBeTruthy();
  });

  it('marks its fields for password managers', async () => {
    open();
    await screen.findByLabelText('Current password');
    const kinds = ['username', 'current-password', 'new-password', 'new-password'];
    expect(
      [...document.querySelectorAll('form input')].map((box) => (box as HTMLInputElement).autocomplete),
    ).toEqual(kinds);
  });
});
