import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';
import { traceOf, type Traced } from '@foyer/mail/carry-trace';
import type { SpanSink } from '@foyer/mail/send-spans';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const MAX_STATEMENT_LENGTH = 1_000;
const nothing = (): void => {};

/**
 * The spans are hand-written instead of automatic, so that no URL, header, body or statement value can leak into
 * them.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  readonly #sink: SpanSink | undefined;

  constructor(sink?: SpanSink) {
    this.#sink = sink;
  }

  /**
   * Answers a request in the caller's trace (W3C Trace Context), or in a new one. `answer` gets a function that ends
   * the span.
   */
  traceRequest(
    { method, headers }: { method: string; headers: object },
    answer: (end: (route: string, status: number) => void) => void,
  ): void {
    if (!this.#sink) return answer(nothing);
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const span = this.#sink.tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    const end = (route: string, status: number): void => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    context.with(trace.setSpan(parent, span), () => answer(end));
  }

  async traceJob(queue: string, data: Traced | null, work: () => Promise<void>): Promise<void> {
    if (!this.#sink) return work();
    const parent = traceOf(data);
    const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': queue };
    const span = this.#sink.tracer.startSpan(
      `process ${queue}`,
      { kind: SpanKind.CONSUMER, attributes },
      parent,
    );
    try {
      await context.with(trace.setSpan(parent, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Returns a function that ends the span. Statements outside of requests and jobs are not traced. */
  startQuery(text: string): (error?: unknown) => void {
    if (!this.#sink || !trace.getActiveSpan()) return nothing;
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const span: Span = this.#sink.tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': withoutValues(text),
      },
    });
    return (error) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  }

  async flush(): Promise<void> {
    await this.#sink?.flush();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#sink?.stop();
  }
}

/** Replaces literals with question marks. Parameter values are not in the text anyway. */
export function withoutValues(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$])\d+(?:\.\d+)?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_STATEMENT_LENGTH);
}
