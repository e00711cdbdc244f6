import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { sendSpans as sendSpansAs, type SpanSink } from '@foyer/mail/send-spans';
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

/** The package.json of the API. The relative path is the same from `src` and `dist`. */
const PACKAGE = new URL('../../package.json', import.meta.url);

const START = 'http.client.request.start';
const FINISH = 'http.client.response.finish';
const FAIL = 'http.client.request.error';

export function sendSpans(endpoint: URL, environment: string): SpanSink {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const sink = sendSpansAs(endpoint, { name: 'foyer-api', version, environment });
  const stopTracingCalls = traceCalls(sink.tracer);
  return {
    ...sink,
    stop: () => {
      stopTracingCalls();
      return sink.stop();
    },
  };
}

type Message = { request: ClientRequest; response?: IncomingMessage };

/**
 * Creates a span for each call over `node:http` during a request or job. A span contains method, host and status, but
 * no path or header. Returns a function that stops the tracing.
 */
function traceCalls(tracer: Tracer): () => void {
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
