import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { rememberArrival } from '../../navigation/arrival.ts';
import { answer, fakeServer, fill, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { LoginForm } from './login-form.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: 'Log in' });

const welcome = answer({
  message: 'OK',
  user: testUser,
  hasIncompleteBilling: false,
  redirectURL: 'https://home.test/diagrams',
});

async function fillIn({ user }: ReturnType<typeof renderInPortal>): Promise<void> {
  await fill(user, email(), 'Ada@Example.test');
  await fill(user, password(), 'secret{Enter}');
}

describe('the login form', () => {
  beforeEach(() => sessionStorage.clear());

  it('marks the empty fields, focuses the first one, and sends no request', async () => {
    const calls = fakeServer({});
    const { user } = renderInPortal(<LoginForm />);
    await user.click(submit());
    expect(await screen.findAllByText('Required Field')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Required Field',
    );
    expect(calls).toHaveLength(0);
  });

  it('asks for a valid email address', async () => {
    fakeServer({});
    const { user } = renderInPortal(<LoginForm />);
    await user.type(email(), 'ada@example{Enter}');
    expect(await screen.findByText('Enter a valid email address')).toBeTruthy();
  });

  it('clears all errors when any field changes', async () => {
    fakeServer({});
    const { user } = renderInPortal(<LoginForm />);
    await user.click(submit());
    await screen.findAllByText('Required Field');
    await user.type(password(), 'x');
    expect(screen.queryByText('Required Field')).toBeNull();
  });

  it('submits on Enter with the requested redirect, and opens the URL from the answer', async () => {
    rememberArrival('?redirect=%2Fdiagrams', '');
    const calls = fakeServer({ 'POST /login': welcome });
    const view = renderInPortal(<LoginForm />);
    await fillIn(view);
    await screen.findByText('Please wait');
    expect(calls[0]?.body).toEqual({ email: 'Ada@Example.test', password: 'secret', redirect: '/diagrams' });
    await waitFor(() => expect(view.place.leftTo).toBe('https://home.test/diagrams'));
  });

  const failures = [
    ['a wrong password', problemAnswer('Unauthorized'), 'Invalid email or password. Try again.'],
    ['no network', 'unreachable' as const, 'There was a problem logging you in. Try again.'],
    [
      'an answer without a user',
      answer({ message: '', hasIncompleteBilling: false, redirectURL: '' }),
      'There was a problem logging you in. Try again.',
    ],
    ['a busy server', problemAnswer('Unavailable'), 'We’re busy right now. Try again in a few seconds.'],
  ] as const;
  it.each(failures)('shows the message for %s until the user changes a field', async (_, planned, text) => {
    fakeServer({ 'POST /login': planned });
    const view = renderInPortal(<LoginForm />);
    await fillIn(view);
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    expect(view.place.leftTo).toBeUndefined();
    await view.user.type(email(), 'x');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('warns about the last attempt in a second line, below the usual error message', async () => {
    const problem = { code: 'Unauthorized', message: 'Invalid email or password. Try again.' };
    fakeServer({ 'POST /login': answer({ ...problem, triesLeft: 1 }, 401) });
    const view = renderInPortal(<LoginForm />);
    await fillIn(view);
    const first = await screen.findByText('Invalid email or password. Try again.');
    expect(first.nextSibling?.textContent).toBe(
      'After one more wrong password, you’ll have to wait 10 minutes.',
    );
    expect(first.closest('[role=alert]')).toBeTruthy();
  });

  it('submits values that a password manager entered without an event [asvs 6.2.7]', async () => {
    const calls = fakeServer({ 'POST /login': welcome });
    const { user } = renderInPortal(<LoginForm />);
    // Sets the value without an event for React, as a browser does when it fills the field before hydration.
    for (const [box, value] of [
      [email(), 'ada@example.test'],
      [password(), 'secret'],
    ] as const)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value);
    await user.click(submit());
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ email: 'ada@example.test', password: 'secret' });
  });

  it('marks its fields for password managers, and can show the password [asvs 6.2.6]', async () => {
    const { user } = renderInPortal(<LoginForm />);
    expect([email().autocomplete, password().autocomplete]).toEqual([
      'username webauthn',
      'current-password',
    ]);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().type).toBe('password');
  });

  it('passes the typed address to the password reset', async () => {
    fakeServer({});
    const { user, place } = renderInPortal(<LoginForm />);
    await fill(user, email(), 'ada@example.test');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(place).toMatchObject({ path: '/forgot-password', state: { email: 'ada@example.test' } });
  });
});
