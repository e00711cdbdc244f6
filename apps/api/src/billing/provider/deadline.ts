import { AsyncLocalStorage } from 'node:async_hooks';
import { API_ANSWER_MS } from '@foyer/contracts/deadlines';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { Stripe } from 'stripe';

type Limits = { deadline?: number; signal?: AbortSignal };

const limits = new AsyncLocalStorage<Limits>();

/** Limits all calls to the card provider in `work`. The innermost deadline applies. */
export function withDeadline<T>(ms: number, work: () => T): T {
  return limits.run({ ...limits.getStore(), deadline: performance.now() + ms }, work);
}

/** After the signal is aborted, the calls to the card provider in `work` fail. */
export function withSignal<T>(signal: AbortSignal, work: () => T): T {
  return limits.run({ ...limits.getStore(), signal }, work);
}

/** The API must answer before the page gives up. */
export class AnswerDeadline implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) =>
      withDeadline(API_ANSWER_MS, () => next.handle().subscribe(subscriber)),
    );
  }
}

/**
 * Returns the milliseconds until the deadline: `otherwise` if there is no deadline, and 0 once the signal is aborted.
 */
export function timeLeft(otherwise: number): number {
  const { deadline, signal } = limits.getStore() ?? {};
  if (signal?.aborted) return 0;
  return deadline === undefined ? otherwise : Math.max(0, deadline - performance.now());
}

/** No call lasts longer than the deadline. Calls after the deadline fail. */
export function deadlineHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const { makeRequest } = client;
  client.makeRequest = (...call) => {
    const [host, port, path, method, headers, body, protocol, timeout] = call;
    const left = timeLeft(timeout);
    if (left === 0) return Promise.reject(Stripe.HttpClient.makeTimeoutError());
    return unlessAborted(
      makeRequest.call(client, host, port, path, method, headers, body, protocol, Math.min(timeout, left)),
    );
  };
  return client;
}

async function unlessAborted<T>(request: Promise<T>): Promise<T> {
  const signal = limits.getStore()?.signal;
  if (!signal) return request;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(Stripe.HttpClient.makeTimeoutError());
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([request, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
