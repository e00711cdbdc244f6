import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginReply } from '@foyer/contracts/identity/login';
import { sessionReply } from '@foyer/contracts/identity/session';
import { answer, fakeServer, problemAnswer, retryLaterAnswer, skipWaits, testUser } from '../test-portal.tsx';
import { setCsrfToken } from './csrf-token.ts';
import { NetworkError, ProblemError } from './errors.ts';
import { send } from './send.ts';

const body = { email: testUser.email, password: 'secret' };
const welcome = answer({ message: 'OK', user: testUser, hasIncompleteBilling: false, redirectURL: '/home' });

describe('send', () => {
  beforeEach(() => setCsrfToken('first-token'));

  it('sends JSON, the CSRF token and the forwarded protocol, and returns the parsed answer', async () => {
    const calls = fakeServer({ 'POST /login': welcome });
    await expect(send(endpoints.login, { body, reply: loginReply })).resolves.toMatchObject({
      redirectURL: '/home',
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual(body);
    expect(Object.fromEntries(calls[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'csrf-token': 'first-token',
      'x-forwarded-proto': 'https',
    });
  });

  it('sends no CSRF token with a GET', async () => {
    const calls = fakeServer({});
    await send(endpoints.session, { reply: sessionReply });
    expect(calls[0]?.headers.has('csrf-token')).toBe(false);
  });

  it('renews a stale CSRF token once and repeats the call', async () => {
    const calls = fakeServer({ 'POST /login': [problemAnswer('InvalidCsrfToken'), welcome] });
    await send(endpoints.login, { body, reply: loginReply });
    expect(calls.map(({ method, path, headers }) => [method, path, headers.get('csrf-token')])).toEqual([
      ['POST', '/login', 'first-token'],
      ['GET', '/session', null],
      ['POST', '/login', 'next-token'],
    ]);
  });

  it.each([
    ['a successful login', welcome],
    ['a login after which the user may only pay or leave', problemAnswer('SubscriptionEnded')],
  ])('sends the CSRF token from the answer to %s with later calls', async (_, planned) => {
    if (planned === 'unreachable') throw new Error('It answers');
    const calls = fakeServer({ 'POST /login': [{ ...planned, csrfToken: 'token-after-login' }, welcome] });
    await send(endpoints.login, { body, reply: loginReply }).catch(() => {});
    await send(endpoints.login, { body, reply: loginReply });
    expect(calls.map(({ headers }) => headers.get('csrf-token'))).toEqual([
      'first-token',
      'token-after-login',
    ]);
  });

  it('throws if the renewed token is also rejected', async () => {
    const calls = fakeServer({ 'POST /login': problemAnswer('InvalidCsrfToken') });
    await expect(send(endpoints.login, { body, reply: loginReply })).rejects.toMatchObject({
      code: 'InvalidCsrfToken',
    });
    expect(calls).toHaveLength(3);
  });

  it('turns a problem into an error with its status, code and fields', async () => {
    fakeServer({
      'POST /login': problemAnswer('ValidationFailed', { email: 'Enter a valid email address' }),
    });
    const error = await send(endpoints.login, { body, reply: loginReply }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      status: 400,
      code: 'ValidationFailed',
      fields: { email: 'Enter a valid email address' },
    });
  });

  it('throws an error with the waiting time if the server sends one', async () => {
    fakeServer({
      'POST /login': [retryLaterAnswer(40, 'TooManyRequests'), problemAnswer('TooManyRequests')],
    });
    const call = () => send(endpoints.login, { body, reply: loginReply });
    await expect(call()).rejects.toMatchObject({
      message: 'Too many attempts. Try again in 40 seconds.',
      retryAfterSeconds: 40,
    });
    await expect(call()).rejects.toMatchObject({
      message: 'Too many attempts. Wait a moment and try again.',
      retryAfterSeconds: undefined,
    });
  });

  describe('while other login attempts with the address are pending', () => {
    const pending = retryLaterAnswer(1, 'AttemptsPending');
    const call = () => send(endpoints.login, { body, reply: loginReply });
    beforeEach(skipWaits);
    afterEach(() => void jest.useRealTimers());

    const untilItPauses = async () => {
      await import('./translate-problem.ts');
      await new Promise(setImmediate);
    };

    it('repeats the call after the pause that the server requests', async () => {
      const calls = fakeServer({ 'POST /login': [pending, welcome] });
      const answered = call();
      await untilItPauses();
      jest.advanceTimersByTime(999);
      expect(calls).toHaveLength(1);
      jest.advanceTimersByTime(1);
      await expect(answered).resolves.toMatchObject({ redirectURL: '/home' });
      expect(calls.map((one) => one.body)).toEqual([body, body]);
    });

    it('throws if the repeated call is also rejected', async () => {
      const calls = fakeServer({ 'POST /login': pending });
      const refused = expect(call()).rejects.toMatchObject({
        code: 'AttemptsPending',
        message: 'Too many attempts. Try again in 1 second.',
      });
      await untilItPauses();
      jest.advanceTimersByTime(1000);
      await refused;
      expect(calls).toHaveLength(2);
    });
  });

  describe('if the server does not answer', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    function silentServer() {
      const clock = new AbortController();
      const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
      globalThis.fetch = (_input, init = {}) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('Timed out', 'TimeoutError')));
        });
      return { clock, timeout };
    }

    it.each([
      ['without a signal from the caller', {}],
      ['with a signal from the caller', { signal: new AbortController().signal }],
    ])('gives up after 30 seconds, %s', async (_, options) => {
      const { clock, timeout } = silentServer();
      const answered = expect(
        send(endpoints.login, { body, reply: loginReply, ...options }),
      ).rejects.toBeInstanceOf(NetworkError);
      expect(timeout.mock.calls).toEqual([[30_000]]);
      clock.abort();
      await answered;
    });
  });

  const noAnswers = [
    ['the server is unreachable', 'unreachable' as const],
    ['the answer does not match the contract', answer({ redirectURL: 7 })],
    ['the body of an error is not a problem document', answer('Bad Gateway', 502)],
  ] as const;
  it.each(noAnswers)('throws a network error if %s', async (_, planned) => {
    fakeServer({ 'POST /login': planned });
    await expect(send(endpoints.login, { body, reply: loginReply })).rejects.toBeInstanceOf(NetworkError);
  });
});
