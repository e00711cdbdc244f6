import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedCall } from './call-log.ts';
import { API_VERSION } from './events.ts';
import { expand } from './expand.ts';
import { parseForm, type Params } from './form.ts';
import { checkKey } from './keys.ts';
import type { Provider } from './provider.ts';
import { findRoute, type FoundRoute } from './routes.ts';
import { invalidRequest, StripeError, unknownParam } from './stripe-error.ts';

const GENERAL_PARAMS = ['expand', '_stripe_account', 'payment_user_agent'];
const LOCK_TIMEOUT = 'lock_timeout';
/** Codes of errors before the execution. They do not use up the idempotency key. */
const BEFORE_THE_WORK = ['parameter_missing', 'parameter_unknown'];

interface Answer {
  status: number;
  body: string;
  requestId: string;
}

export async function answerApiCall(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  const method = request.method ?? 'GET';
  const requestId = provider.store.newId('req');
  const key = headerOf(request, 'idempotency-key');
  response.setHeader('request-id', requestId);
  response.setHeader('stripe-version', headerOf(request, 'stripe-version') ?? API_VERSION);
  if (key !== undefined) response.setHeader('idempotency-key', key);
  let logged: LoggedCall | undefined;
  try {
    const body = await readBody(request);
    const params = parseForm(method === 'POST' ? body : `${query}&${body}`);
    const found = findRoute(method, path);
    const { isFromPage } = checkKey(provider, request, params, !found || found.route.isForPage === true);
    const route = found?.route.path ?? path;
    logged = provider.calls.add({ method, path, route, isFromPage, idempotencyKey: key });
    if (!found) {
      throw invalidRequest(
        `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        { status: 404 },
      );
    }
    const fault = provider.faults.take(method, path);
    if (fault?.kind === 'hang') return;
    const failure = fault?.kind === 'error' ? providerError(fault.status ?? 500, fault.code) : undefined;
    // As at Stripe, a 4xx fault occurs before the execution. A retry with the same idempotency key then executes the
    // call.
    if (failure?.body.code === LOCK_TIMEOUT) response.setHeader('stripe-should-retry', 'true');
    if (failure && failure.status < 500) throw failure;
    const work = async (): Promise<Answer> => {
      if (fault?.kind === 'slow') await (fault.until?.() ?? sleep(fault.delayMs ?? 0));
      if (!failure) return run(provider, found, params, isFromPage, requestId);
      if (fault?.isDone) run(provider, found, params, isFromPage, requestId);
      return answerOf(failure, requestId);
    };
    const usedKey = method === 'POST' && !isFromPage ? key : undefined;
    const answer =
      usedKey === undefined
        ? await work()
        : await workOnce(provider, { key: usedKey, method, path, body, response, logged }, work);
    if (fault?.kind === 'late') await (fault.until?.() ?? sleep(fault.delayMs ?? 0));
    if (fault?.kind === 'drop') {
      response.destroy();
      return;
    }
    logged.status = answer.status;
    send(response, answer.status, answer.body);
  } catch (error) {
    const stripeError = error instanceof StripeError ? error : unexpected(error);
    if (logged) logged.status = stripeError.status;
    send(response, stripeError.status, bodyOf(stripeError, requestId));
  }
}

/**
 * Executes the call. For a day, answers each call with the same key with this first answer, even if it is an error
 * (docs.stripe.com/api/idempotent_requests). Stores nothing if the execution throws.
 */
async function workOnce(
  provider: Provider,
  call: {
    key: string;
    method: string;
    path: string;
    body: string;
    response: ServerResponse;
    logged: LoggedCall;
  },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { key } = call;
  const first = provider.idempotency.begin(key, call.method, call.path, call.body);
  if (first) {
    call.logged.isReplayed = true;
    call.response.setHeader('idempotent-replayed', 'true');
    call.response.setHeader('original-request', first.requestId);
    return first;
  }
  try {
    const answer = await work();
    provider.idempotency.keep(key, answer);
    return answer;
  } catch (error) {
    provider.idempotency.release(key);
    throw error;
  }
}

/** Executes the call and returns its answer, even if it is an error. Throws only the errors in `BEFORE_THE_WORK`. */
function run(
  provider: Provider,
  { route, id, inner }: FoundRoute,
  params: Params,
  isFromPage: boolean,
  requestId: string,
): Answer {
  try {
    for (const name of Object.keys(params)) {
      if (!route.params.includes(name) && !GENERAL_PARAMS.includes(name)) throw unknownParam(name);
    }
    const answer = route.answer({ provider, id, inner, params, isFromPage });
    const body = JSON.stringify(expand(provider, answer, params), null, 2);
    return { status: 200, body, requestId };
  } catch (error) {
    const stripeError = error instanceof StripeError ? error : unexpected(error);
    if (BEFORE_THE_WORK.includes(stripeError.body.code ?? '')) throw stripeError;
    return answerOf(stripeError, requestId);
  }
}

function answerOf(stripeError: StripeError, requestId: string): Answer {
  return { status: stripeError.status, body: bodyOf(stripeError, requestId), requestId };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function bodyOf(stripeError: StripeError, requestId: string): string {
  const error = {
    ...stripeError.body,
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
  };
  return JSON.stringify({ error }, null, 2);
}

function providerError(status: number, code?: string): StripeError {
  if (code === LOCK_TIMEOUT) {
    return invalidRequest(
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
      { code, status: 429 },
    );
  }
  if (status === 429) {
    return invalidRequest('Request rate limit exceeded.', { code: 'rate_limit', status });
  }
  return new StripeError(status, {
    type: 'api_error',
    message: 'Sorry! There was an error while talking to one of our backends. Support has been notified.',
  });
}

function unexpected(error: unknown): StripeError {
  console.error(error);
  return providerError(500);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' });
  response.end(body);
}
