import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

/** Channels of Node's own http client. */
const START = 'http.client.request.start';
const FINISH = 'http.client.response.finish';
const FAIL = 'http.client.request.error';

type Message = { request: ClientRequest; response?: IncomingMessage };

/**
 * A span for each call to another server over `node:http`, such as the card provider's: method, host and status, no
 * path or header. Returns the function that stops it.
 */
export function traceCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<ClientRequest, Span>();
  const start = (message: unknown): void => {
    const { request } = message as Message;
    if (!trace.getActiveSpan() || isTracingSuppressed(context.active())) return;
    const attributes = { 'http.request.method': request.method, 'server.address': request.host };
    spans.set(request, tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }));
  };
  const end = (message: unknown): void => {
    const { request, response } = message as Message;
    const span = spans.get(request);
    spans.delete(request);
    if (response?.statusCode) span?.setAttribute('http.response.status_code', response.statusCode);
    if (!response || (response.statusCode ?? 500) >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  subscribe(START, start);
  subscribe(FINISH, end);
  subscribe(FAIL, end);
  return () => {
    unsubscribe(START, start);
    unsubscribe(FINISH, end);
    unsubscribe(FAIL, end);
  };
}
