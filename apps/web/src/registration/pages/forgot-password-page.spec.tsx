import {
  answer,
  fakeServer,
  fill,
  problemAnswer,
  retryLaterAnswer,
  renderInPortal,
  skipWaits,
} from '../../test-portal.tsx';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { storedResetRequest } from '../password/reset-request.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';

const EMAIL = 'ada@example.test';
const CALL = 'POST /forgot-password';
const at = '/forgot-password';
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send reset link' });

async function ask(planned: Parameters<typeof fakeServer>[0][string], address = EMAIL) {
  const calls = fakeServer({ [CALL]: planned });
  const view = renderInPortal(<ForgotPasswordPage />, { at });
  await fill(view.user, email(), `${address}{Enter}`);
  return { ...view, calls };
}

describe('the page for a forgotten password', () => {
  beforeEach(() => sessionStorage.clear());

  it('has a title and a link back to the login', () => {
    fakeServer({});
    renderInPortal(<ForgotPasswordPage />, { at });
    expect(screen.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/login');
    expect(email().autocomplete).toBe('username');
  });

  it.each([
    ['', 'Required Field'],
    ['ada@example', 'Enter a valid email address'],
  ])('asks for a valid address: "%s" shows "%s"', async (typed, text) => {
    const { calls, user } = await ask(answer({}), typed);
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(calls).toHaveLength(0);
    await user.type(email(), 'x');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('confirms the request without revealing whether the address has an account', async () => {
    const { calls } = await ask(answer({}), 'Ada@Example.test');
    const dialog = await screen.findByRole('dialog', { name: 'Check your email' });
    expect(dialog.textContent).toMatch(/If there’s an account for .* we’ve sent it a link/);
    expect(calls[0]?.body).toEqual({ email: 'Ada@Example.test' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Resend email' }).disabled).toBe(
      true,
    );
  });

  it('keeps the cooldown of an address after a reload, but not for another address', async () => {
    fakeServer({});
    storedResetRequest.write({ email: EMAIL, sentAtMs: Date.now() });
    const { user } = renderInPortal(<ForgotPasswordPage />, { at });
    expect(email().value).toBe(EMAIL);
    expect(submit().disabled).toBe(true);
    expect(screen.getAllByText('2 min 0 sec remaining to re-send email')).toHaveLength(2);
    await user.type(email(), 'x');
    expect(submit().disabled).toBe(false);
  });

  it('opens the login from the modal', async () => {
    const { user, place } = await ask(answer({}));
    await user.click(await screen.findByRole('button', { name: 'Go to login' }));
    expect(place.path).toBe('/');
  });

  it('sends another mail after the cooldown', async () => {
    await import('../password/email-sent-modal.tsx');
    skipWaits();
    const { user, calls } = await ask(answer({}));
    const dialog = await screen.findByRole('dialog');
    act(() => void jest.advanceTimersByTime(120_000));
    const resend = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Resend email' });
    expect(resend.disabled).toBe(false);
    await user.click(resend);
    expect(await screen.findByText(/another email is on its way/)).toBeTruthy();
    expect(calls).toHaveLength(2);
    expect(resend.disabled).toBe(true);
  });

  it.each([['unreachable' as const], [problemAnswer('InternalError')]])(
    'goes to /failure-general if the request fails',
    async (planned) => {
      const { place } = await ask(planned);
      await waitFor(() => expect(place.path).toBe('/failure-general'));
    },
  );

  it('shows how long to wait after too many requests', async () => {
    await ask(retryLaterAnswer(30, 'TooManyRequests'));
    expect(await screen.findByText('Too many attempts. Try again in 30 seconds.')).toBeTruthy();
  });

  it('fills in the address of an expired link', () => {
    fakeServer({});
    renderInPortal(<ForgotPasswordPage />, { at, state: { email: EMAIL } });
    expect(email().value).toBe(EMAIL);
  });
});
