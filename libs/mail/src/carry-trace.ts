import { context, propagation, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';

/** In what trace a job was asked for (W3C Trace Context, `traceparent`); nothing where none is kept. */
export type Traced = { traceparent?: string };

/** What a job says, with the trace of whoever asks for it. */
export function inTrace<Data extends object>(data: Data): Data & Traced {
  const { traceparent }: Traced = carried();
  return traceparent === undefined ? data : { ...data, traceparent };
}

function carried(): Traced {
  const carrier: Traced = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The trace that a job goes on with; a new one where it names none. */
export function traceOf(data: Traced | null | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, data ?? {});
}

/** The id of that trace for a log line; nothing where none is kept. */
export function traceIdOf(data: Traced | null | undefined): { traceId?: string } {
  const traceId = trace.getSpanContext(traceOf(data))?.traceId;
  return traceId === undefined ? {} : { traceId };
}
