import { AsyncLocalStorage } from 'node:async_hooks';
import { API_ANSWER_MS } from '@foyer/contracts/deadlines';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { Stripe } from 'stripe';

type Limits = { deadline?: number; signal?: AbortSignal };

const limits = new AsyncLocalStorage<Limits>();

/** Does `work` under a deadline, which every call of the card provider in it keeps. The innermost one counts. */
export function withDeadline<T>(ms: number, work: () => T): T {
  return limits.run({ ...limits.getStore(), deadline: performance.now() + ms }, work);
}

/** Does `work`, whose calls of the card provider fail from the moment the signal is aborted. */
export function withSignal<T>(signal: AbortSignal, work: () => T): T {
  return limits.run({ ...limits.getStore(), signal }, work);
}

/** Answers every request that needs the card provider before the page gives up. */
export class AnswerDeadline implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) =>
      withDeadline(API_ANSWER_MS, () => next.handle().subscribe(subscriber)),
    );
  }
}

/** What is left of the deadline; `otherwise` where none was set. Nothing once the signal is aborted. */
export function timeLeft(otherwise: number): number {
  const { deadline, signal } = limits.getStore() ?? {};
  if (signal?.aborted) return 0;
  return deadline === undefined ? otherwise : Math.max(0, deadline - performance.now());
}

/**
 * Stripe's own way of calling, which never takes longer than what is left: a try that could not be heard out is not
 * begun. The SDK tries again what was cut off, with the same idempotency key.
 */
export function punctualHttpClient(): Stripe.HttpClient {
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
