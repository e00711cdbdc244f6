import {
  answer,
  answersTo,
  fakeServer,
  problemAnswer,
  retryLaterAnswer,
  renderInPortal,
  skipWaits,
  testUser,
} from '../../test-portal.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { passwordProblems } from '@foyer/contracts/identity/password';
import { toWire } from '@foyer/contracts/form';
import type { StoredAnswers } from '@foyer/contracts/registration/password-link';
import { questionsBesideEmail, signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { lockLogin } from '../../navigation/lockout.ts';
import { hideLinkToken } from '../../identity/reset-link.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const GOOD = 'Seating-Chart-42!';
const EMAIL = 'ada@example.test';

function openLink(plan = '') {
  window.history.replaceState(null, '', '/reset-password?resetToken=abc');
  hideLinkToken();
  return renderInPortal(<ResetPasswordPage />, { at: `/reset-password${plan && `?plan=${plan}`}` });
}

const link = (state: string, kind = 'create', plan?: string) =>
  answer({ state, kind, email: EMAIL, ...(plan && { plan }) });
const done = (plan?: string) => answer({ message: 'OK', user: { email: EMAIL }, ...(plan && { plan }) });

async function setPassword({ user }: ReturnType<typeof openLink>): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: GOOD } });
  fireEvent.change(screen.getByLabelText('Confirm password'), { target: { value: GOOD } });
  await user.type(screen.getByLabelText('Confirm password'), '{Enter}');
}

describe('a mailed link', () => {
  beforeEach(() => sessionStorage.clear());

  it('is checked before the form is shown', async () => {
    const calls = fakeServer({ 'GET /password-link': link('valid', 'create', 'pro') });
    openLink();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Create your password' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeTruthy();
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/password-link' });
    expect(calls[0]?.query.get('resetToken')).toBe('abc');
  });

  it('for a password reset has another heading and no steps', async () => {
    fakeServer({ 'GET /password-link': link('valid', 'reset') });
    openLink();
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  describe('for a sign-up with the shared code of an invitation', () => {
    const invited = (state: string) =>
      answer({
        state: 'valid',
        kind: 'create',
        email: EMAIL,
        plan: 'free',
        invitation: {
          kind: 'team',
          name: 'Compiler Events',
          inviter: 'Grace Hopper',
          person: 'Ada Lovelace',
          state,
        },
      });

    it('says which invitation the visitor accepts by setting the password', async () => {
      const calls = fakeServer({
        'GET /password-link': invited('live'),
        'POST /reset-password': done('free'),
      });
      const view = openLink();
      expect((await screen.findByText('Compiler Events')).closest('[role=status]')?.textContent).toBe(
        'Grace Hopper invited you to the team Compiler Events. Set a password to accept and join as Ada Lovelace.',
      );
      await setPassword(view);
      await waitFor(() => expect(view.place.path).toBe('/success'));
      expect(calls.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('without_invitation');
    });

    it.each([
      ['expired', 'has expired'],
      ['used', 'has already been accepted'],
      ['revoked', 'was withdrawn'],
      ['noSeat', 'can’t be accepted because the team has no free seat'],
    ])('offers a Free Trial account if the state of the invitation is %s', async (state, words) => {
      const calls = fakeServer({
        'GET /password-link': invited(state),
        'POST /reset-password': done('free'),
      });
      const view = openLink();
      const notice = (await screen.findByText('Compiler Events')).closest('[role=status]');
      expect(notice?.textContent).toContain(words);
      expect(notice?.textContent).toContain('You can create your own Free Trial account instead.');
      expect(screen.getByRole('button', { name: 'Create a Free Trial account' })).toBeTruthy();
      await setPassword(view);
      await waitFor(() => expect(view.place.path).toBe('/success'));
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ without_invitation: true });
    });

    it.each([
      ['InvitationRevoked', 'revoked'],
      ['SeatLimitReached', 'noSeat'],
    ] as const)('offers a Free Trial account if the invitation just ended: %s', async (code, state) => {
      const calls = fakeServer({
        'GET /password-link': [invited('live'), invited(state)],
        'POST /reset-password': [problemAnswer(code), done('free')],
      });
      const view = openLink();
      await setPassword(view);
      await view.user.click(await screen.findByRole('button', { name: 'Create a Free Trial account' }));
      await waitFor(() => expect(view.place.path).toBe('/success'));
      const posted = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
      expect(posted).toMatchObject([{ password: GOOD }, { password: GOOD, without_invitation: true }]);
    });
  });

  const deadLinks = [
    ['expired', 'create', 'This link has expired', 'Send a new link'],
    ['expired', 'reset', 'This link has expired', 'Get a new link'],
    ['used', 'create', 'This link has already been used', 'Log in'],
    ['replaced', 'create', 'This link no longer works', 'Send a new link'],
    ['replaced', 'reset', 'This link no longer works', 'Get a new link'],
    ['unknown', 'create', 'We don’t recognize this link', 'Go to login'],
  ] as const;
  it.each(deadLinks)('that is %s (kind: %s) shows "%s" and offers "%s"', async (state, kind, title, way) => {
    fakeServer({ 'GET /password-link': link(state, kind) });
    openLink();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(way)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('that has expired can be sent again', async () => {
    const calls = fakeServer({
      'GET /password-link': link('expired'),
      'POST /verify-email/resend': answer({}),
    });
    const { user } = openLink();
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/We’ve sent another email to ada@example.test/)).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ email: EMAIL });
  });

  it.each([
    ['expired', 'Get a new link'],
    ['used', 'Forgot password?'],
  ] as const)(
    'for a password reset that is %s passes the address to the page that sends a new link',
    async (state, way) => {
      fakeServer({ 'GET /password-link': link(state, 'reset') });
      const { user, place } = openLink();
      await user.click(await screen.findByRole('link', { name: way }));
      expect(place).toMatchObject({ path: '/forgot-password', state: { email: EMAIL } });
    },
  );

  it('that could not be checked can be checked again', async () => {
    skipWaits();
    fakeServer({ 'GET /password-link': ['unreachable', 'unreachable', link('valid')] });
    const { user } = openLink();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Create your password' })).toBeTruthy();
  });

  it('shows both accounts if another user is logged in', async () => {
    fakeServer({
      'GET /password-link': link('valid'),
      'GET /session': answer({ csrfToken: 't', user: { ...testUser, email: 'other@example.test' } }),
    });
    openLink();
    expect(
      await screen.findByText(/logged in as other@example.test.*password for ada@example.test/),
    ).toBeTruthy();
  });
});

describe('setting the password', () => {
  beforeEach(() => sessionStorage.clear());

  const ways = [
    ['free', 'free', '', '/success'],
    ['pro', 'pro', '', '/billing'],
    ['the plan in the URL', undefined, 'pro', '/billing'],
    ['no plan', undefined, '', '/reset-password-success'],
    ['the server’s plan rather than the plan in the URL', 'free', 'pro', '/success'],
  ] as const;
  it.each(ways)('opens the next page for the plan: %s', async (_, plan, planOfAddress, path) => {
    const calls = fakeServer({ 'GET /password-link': link('valid'), 'POST /reset-password': done(plan) });
    const view = openLink(planOfAddress);
    await setPassword(view);
    await waitFor(() => expect(view.place.leftTo ?? view.place.path).toBe(path));
    const call = calls.find(({ method }) => method === 'POST');
    expect(call?.query.get('resetToken')).toBe('abc');
    expect(call?.body).toEqual({ password: GOOD, confirm_password: GOOD });
    expect(storedBillingEmail.read()).toBe(path === '/billing' ? EMAIL : undefined);
  });

  it.each(Object.values(passwordProblems))(
    'shows the server’s message on the form until the user types: %s',
    async (text) => {
      fakeServer({
        'GET /password-link': link('valid'),
        'POST /reset-password': problemAnswer('ValidationFailed', { password: text }),
      });
      const view = openLink();
      await setPassword(view);
      expect(await screen.findByText(text)).toBeTruthy();
      await view.user.type(screen.getByLabelText('Password'), 'x');
      expect(screen.queryByText(text)).toBeNull();
    },
  );

  it.each([
    ['LinkExpired', 'This link has expired'],
    ['LinkUsed', 'This link has already been used'],
    ['LinkReplaced', 'This link no longer works'],
    ['LinkUnknown', 'We don’t recognize this link'],
  ] as const)('shows the new state of a link that just stopped working: %s', async (code, title) => {
    fakeServer({ 'GET /password-link': link('valid'), 'POST /reset-password': problemAnswer(code) });
    await setPassword(openLink());
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  describe('for a sign-up', () => {
    // Loads the form before the tests, because it is a large chunk that loads on demand.
    beforeAll(async () => void (await import('./create-password.tsx')));
    const kept: StoredAnswers = {
      ...toWire(questionsBesideEmail, answersTo(signUpQuestions)),
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+1 555 0100',
      company: 'Analytical Engines',
      business_type: 'eventPlanner',
      sq_ft: '',
      country_code: 'CA',
      state_code: 'ON',
      opt_in: 'Yes',
      plan: 'pro',
    };
    const signUpLink = (changes: Partial<StoredAnswers> = {}) =>
      answer({ state: 'valid', kind: 'create', email: EMAIL, plan: 'pro', answers: { ...kept, ...changes } });
    const details = () => screen.findByRole('region', { name: 'Your details' });
    const posted = (calls: ReturnType<typeof fakeServer>) =>
      calls.find(({ method }) => method === 'POST')?.body as
        | { answers?: Record<string, unknown> }
        | undefined;

    it('shows the answers of the new account, and sends them as shown', async () => {
      const calls = fakeServer({ 'GET /password-link': signUpLink(), 'POST /reset-password': done('pro') });
      const view = openLink();
      const rows = within(await details());
      for (const text of [
        'Ada Lovelace',
        'Analytical Engines',
        '+1 555 0100',
        'Ontario, Canada',
        'PRO',
        'Yes',
      ])
        expect(rows.getByText(text)).toBeTruthy();
      expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeTruthy();
      await setPassword(view);
      await waitFor(() => expect(view.place.leftTo).toBe('/billing'));
      expect(posted(calls)?.answers).toEqual({
        ...kept,
        country_integration_value: 'CA',
        state_integration_value: 'ON',
      });
    });

    it('lets the user change the answers, and adapts the number of steps to the plan', async () => {
      const calls = fakeServer({ 'GET /password-link': signUpLink(), 'POST /reset-password': done('free') });
      const view = openLink();
      await view.user.click(within(await details()).getByRole('button', { name: 'Change' }));
      const firstName = screen.getByRole('textbox', { name: 'First name' });
      expect(document.activeElement).toBe(firstName);
      expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
      await view.user.clear(firstName);
      await view.user.type(firstName, 'Augusta');
      await view.user.click(screen.getByRole('radio', { name: 'Free Trial' }));
      await view.user.click(screen.getByRole('checkbox', { name: /^Yes, email me news/ }));
      await view.user.click(screen.getByRole('button', { name: 'Done' }));
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your details' }));
      expect(screen.getByText('Augusta Lovelace')).toBeTruthy();
      expect(screen.getByRole('img', { name: 'Step 2 of 2' })).toBeTruthy();
      await setPassword(view);
      await waitFor(() => expect(view.place.path).toBe('/success'));
      expect(posted(calls)?.answers).toMatchObject({ first_name: 'Augusta', plan: 'free', opt_in: 'No' });
    });

    it('sends nothing while an answer is invalid, and focuses that answer', async () => {
      const calls = fakeServer({ 'GET /password-link': signUpLink({ phone: '' }) });
      const view = openLink();
      await details();
      await setPassword(view);
      const phone = await screen.findByRole('textbox', { name: 'Phone' });
      await waitFor(() => expect(document.activeElement).toBe(phone));
      expect(screen.getByText('Required Field')).toBeTruthy();
      expect(posted(calls)).toBeUndefined();
    });

    it('focuses an answer that the server rejects', async () => {
      fakeServer({
        'GET /password-link': signUpLink(),
        'POST /reset-password': problemAnswer('ValidationFailed', { company: 'Not this one' }),
      });
      const view = openLink();
      await details();
      await setPassword(view);
      expect(await screen.findByText('Not this one')).toBeTruthy();
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Company name' })),
      );
    });

    it('leaves the consent unchecked after a change to a country that requires consent', async () => {
      fakeServer({ 'GET /password-link': signUpLink({ country_code: 'US', state_code: 'CA' }) });
      const view = openLink();
      await view.user.click(within(await details()).getByRole('button', { name: 'Change' }));
      expect(screen.queryByRole('checkbox')).toBeNull();
      const native = document.querySelector<HTMLSelectElement>('select[name="countryCode"]');
      if (native) fireEvent.change(native, { target: { value: 'CA' } });
      expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false);
    });
  });

  it('stays on the form if the server is busy, and shows how long to wait', async () => {
    fakeServer({
      'GET /password-link': link('valid'),
      'POST /reset-password': retryLaterAnswer(5, 'Unavailable'),
    });
    await setPassword(openLink());
    expect(await screen.findByText('We’re busy right now. Try again in 5 seconds.')).toBeTruthy();
  });

  it('ends the lockout of the login, as the server does', async () => {
    lockLogin(600);
    fakeServer({ 'GET /password-link': link('valid', 'reset'), 'POST /reset-password': done() });
    const view = openLink();
    await setPassword(view);
    await waitFor(() => expect(view.place.path).toBe('/reset-password-success'));
    expect(localStorage.getItem('portal.login-locked-until')).toBeNull();
  });

  it.each([['unreachable' as const], [problemAnswer('InternalError')]])(
    'goes to /failure-general on other failures',
    async (planned) => {
      fakeServer({ 'GET /password-link': link('valid'), 'POST /reset-password': planned });
      const view = openLink();
      await setPassword(view);
      await waitFor(() => expect(view.place.path).toBe('/failure-general'));
    },
  );
});
