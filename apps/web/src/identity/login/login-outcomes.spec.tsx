import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { act, screen, waitFor } from '@testing-library/react';
import { LOCKOUT_MS, lockLogin } from '../../navigation/lockout.ts';
import {
  answer,
  fakeServer,
  fill,
  problemAnswer,
  retryLaterAnswer,
  renderInPortal,
  testUser,
} from '../../test-portal.tsx';
import { LoginForm } from './login-form.tsx';

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });

const welcome = (hasIncompleteBilling: boolean) =>
  answer({ message: 'OK', user: testUser, hasIncompleteBilling, redirectURL: '/diagrams' });

async function logIn(planned: Parameters<typeof fakeServer>[0][string], more = {}, opensUpgrade = false) {
  const calls = fakeServer({ 'POST /login': planned, ...more });
  const view = renderInPortal(<LoginForm opensUpgrade={opensUpgrade} />);
  await fill(view.user, screen.getByLabelText('Email'), testUser.email);
  await fill(view.user, screen.getByLabelText('Password'), 'secret{Enter}');
  return { ...view, calls };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the login form of a locked account', () => {
  const locked = (time: string) =>
    `Due to multiple password attempts, your account has been locked for ${time}.`;
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows the remaining time and disables the button', async () => {
    await logIn(retryLaterAnswer(95, 'Locked'));
    expect((await screen.findAllByText(locked('1 min 35 sec')))[0]?.closest('[role=alert]')).toBeTruthy();
    expect(submit().disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Reset your password' })).toBeTruthy();
  });

  it('counts down, and announces each minute and the end of the lock', () => {
    jest.useFakeTimers({ now: 0 });
    fakeServer({});
    lockLogin(95);
    renderInPortal(<LoginForm />);
    act(() => void jest.advanceTimersByTime(5_000));
    expect(screen.getByText(locked('1 min 30 sec'))).toBeTruthy();
    expect(document.querySelector('[aria-live]')?.textContent).toBe(locked('1 min 35 sec'));
    act(() => void jest.advanceTimersByTime(35_000));
    expect(document.querySelector('[aria-live]')?.textContent).toBe(locked('1 min 0 sec'));
    act(() => void jest.advanceTimersByTime(56_000));
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(screen.getByText('You can log in again now.').closest('[role=status]')).toBeTruthy();
    expect(submit().disabled).toBe(false);
  });

  it('stays locked after a reload and in other tabs, and does not store the address', async () => {
    await logIn(retryLaterAnswer(600, 'Locked'));
    await screen.findAllByText(locked('10 min 0 sec'));
    const kept = { ...localStorage };
    expect(Object.keys(kept)).toEqual(['portal.login-locked-until']);
    expect(JSON.stringify(kept)).not.toContain(testUser.email);
    renderInPortal(<LoginForm />);
    expect(screen.getAllByText(locked('10 min 0 sec'))).toHaveLength(4);
  });

  it('becomes locked when another tab stores a lock', () => {
    fakeServer({});
    renderInPortal(<LoginForm />);
    act(() => {
      localStorage.setItem('portal.login-locked-until', String(Date.now() + 60_000));
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(screen.getAllByText(locked('1 min 0 sec'))).toHaveLength(2);
  });

  it('stays locked while the visitor types, until the visitor chooses another account', async () => {
    const { user } = await logIn(retryLaterAnswer(600, 'Locked'));
    await screen.findAllByText(locked('10 min 0 sec'));
    await user.type(screen.getByLabelText('Password'), 'x');
    expect(submit().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'use another account' }));
    expect(submit().disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(localStorage).toHaveLength(0);
  });

  it('ignores a stored lock that is longer than the maximum, for example because of a wrong clock', () => {
    fakeServer({});
    localStorage.setItem('portal.login-locked-until', String(Date.now() + 2 * LOCKOUT_MS));
    renderInPortal(<LoginForm />);
    expect(submit().disabled).toBe(false);
  });

  it('is locked for as long as the contract defines', () => {
    expect(LOCKOUT_MS).toBe(LOGIN_LOCKOUT_MS);
  });
});

describe('a login to a deactivated account', () => {
  it('shows a modal that can be closed, with the contact details of support', async () => {
    const { user } = await logIn(problemAnswer('Deactivated'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'Welcome back! Your account has been archived, but no worries - we can help get you reactivated',
    );
    expect(screen.getByRole('link', { name: 'help@foyer.test' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '+1 800 555 0100' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Account Deactivated')).toBeNull();
  });
});

describe('a login after the subscription has ended', () => {
  const ended = problemAnswer('SubscriptionEnded');

  it('shows a modal that cannot be closed, with the plan and a contact line', async () => {
    const { user } = await logIn(ended);
    const dialog = await screen.findByRole('alertdialog', { name: 'Reactivate your account' });
    expect(dialog.textContent).toContain('PRO Plan');
    expect(dialog.textContent).toContain('$199 per month');
    expect(dialog.textContent).toContain('help@foyer.test');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('goes to the upgrade page when the user reactivates the account', async () => {
    const { user, place } = await logIn(ended);
    await user.click(await screen.findByRole('button', { name: 'Reactivate your account' }));
    expect(place.leftTo).toBe('/pro/upgrade');
  });

  it.each([
    ['/goodbye', '/goodbye'],
    ['', '/'],
  ])('logs out and opens the page for the redirect URL "%s"', async (redirectURL, leftTo) => {
    const { user, place } = await logIn(ended, { 'GET /logout': answer({ redirectURL }) });
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.leftTo).toBe(leftTo));
  });

  it('goes to /failure-general when logging out fails', async () => {
    const { user, place } = await logIn(ended, { 'GET /logout': 'unreachable' });
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });
});

describe('a login to an account that is being deleted', () => {
  it('shows a modal that cannot be closed and asks whether to keep the account', async () => {
    const { user } = await logIn(problemAnswer('AccountLeaving'));
    expect(await screen.findByRole('alertdialog', { name: 'Keep your account?' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'No, delete it' })).toBeTruthy();
  });
});

describe('a login with incomplete billing', () => {
  it('shows a modal that cannot be closed, before any redirect', async () => {
    const { user, place } = await logIn(welcome(true));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    expect(place.leftTo).toBeUndefined();
  });

  it.each([
    [answer({ has_incomplete_billing: false })],
    ['unreachable' as const],
    [problemAnswer('InternalError')],
  ])('redirects after the user chooses the Free plan, whatever the server answers', async (planned) => {
    const { user, place, calls } = await logIn(welcome(true), { 'PATCH /settings/team': planned });
    await user.click(await screen.findByRole('button', { name: 'Start Free plan' }));
    await waitFor(() => expect(place.leftTo).toBe('/diagrams'));
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { has_incomplete_billing: false } });
  });

  it('goes to the upgrade page when the user chooses PRO', async () => {
    const { user, place } = await logIn(welcome(true));
    await user.click(await screen.findByRole('button', { name: 'Get PRO' }));
    expect(place.leftTo).toBe('/pro/upgrade');
  });
});

describe('the login form', () => {
  it('opens the upgrade page after a login in its short form', async () => {
    const { place } = await logIn(welcome(false), {}, true);
    await waitFor(() => expect(place.leftTo).toBe('/pro/upgrade'));
  });

  it.each([
    ['TooManyRequests', 40, 'Too many attempts. Try again in 40 seconds.'],
    ['TooManyRequests', 100, 'Too many attempts. Try again in 2 minutes.'],
    ['Unavailable', 1, 'We’re busy right now. Try again in 1 second.'],
  ] as const)('shows how long to wait: %s for %s s', async (code, seconds, text) => {
    await logIn(retryLaterAnswer(seconds, code));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(submit().disabled).toBe(false);
  });
});
