import { BROWSER_WAIT_MS } from '@foyer/contracts/deadlines';
import type { Endpoint } from '@foyer/contracts/endpoints';
import { loginPageEndpoints } from '@foyer/contracts/login-page-endpoints';
import { startWait } from '../ui/long-wait.ts';
import { csrfToken, setCsrfToken } from './csrf-token.ts';
import { NetworkError, ProblemError } from './errors.ts';

type Schema<T> = { parse(value: unknown): T };

export type Call<T> = {
  /** A promise if the first load does not include the schema. */
  reply: Schema<T> | Promise<Schema<T>>;
  body?: unknown;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

/**
 * Throws a `ProblemError` or `NetworkError`. Repeats the call once if the CSRF token is old, or if the server is still
 * checking other attempts for the same email address. Repeats the call after each step-up, too. A call may need two
 * step-ups, such as a company sign-in and then a code.
 */
export async function send<T>(endpoint: Endpoint, call: Call<T>): Promise<T> {
  for (;;) {
    try {
      return await sendAgainOnce(endpoint, call);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'ProofNeeded') throw error;
      const { waitForStepUp } = await import('./step-up.ts');
      await waitForStepUp(error);
    }
  }
}

async function sendAgainOnce<T>(endpoint: Endpoint, call: Call<T>): Promise<T> {
  try {
    return await sendOnce(endpoint, call);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'InvalidCsrfToken') await renewCsrfToken(call.signal);
    else if (error.code === 'AttemptsPending') await pause(error.retryAfterSeconds);
    else throw error;
    return await sendOnce(endpoint, call);
  }
}

function pause(seconds = 1): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

async function renewCsrfToken(signal: AbortSignal | undefined): Promise<void> {
  const reply = import('@foyer/contracts/identity/session').then((contract) => contract.sessionReply);
  setCsrfToken((await sendOnce(loginPageEndpoints.session, { reply, ...(signal && { signal }) })).csrfToken);
}

async function sendOnce<T>(
  { method, path: pattern }: Endpoint,
  { reply, body, params = {}, query, signal }: Call<T>,
): Promise<T> {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const response = await ask(query ? `${path}?${new URLSearchParams(query)}` : path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'x-forwarded-proto': 'https', // docs/product.md 7; the server does not trust it
      ...(method === 'GET' ? {} : { 'csrf-token': csrfToken(), 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? null : JSON.stringify(body ?? {}),
    signal: signal
      ? AbortSignal.any([signal, AbortSignal.timeout(BROWSER_WAIT_MS)])
      : AbortSignal.timeout(BROWSER_WAIT_MS),
  });
  const newToken = response.headers.get('csrf-token');
  if (newToken) setCsrfToken(newToken);
  const answer = await readJson(response);
  if (response.ok) return parse(await reply, answer);
  const { problemDetails, translateProblem } = await import('./translate-problem.ts');
  const problem = parse(problemDetails, answer);
  // `Retry-After` may also be a date, but our server sends only seconds.
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  throw new ProblemError(response.status, translateProblem(problem, retryAfterSeconds), retryAfterSeconds);
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const endWait = startWait();
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new NetworkError('No answer from the server', { cause });
  } finally {
    endWait();
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new NetworkError(`Answer ${response.status} is not JSON`, { cause });
  }
}

function parse<T>(schema: Schema<T>, answer: unknown): T {
  try {
    return schema.parse(answer);
  } catch (cause) {
    throw new NetworkError('Answer is not what the contract promises', { cause });
  }
}
