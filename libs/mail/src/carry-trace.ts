import { context, propagation, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';

export type Traced = { traceparent?: string };

export function inTrace<Data extends object>(data: Data): Data & Traced {
  const { traceparent }: Traced = carried();
  return traceparent === undefined ? data : { ...data, traceparent };
}

function carried(): Traced {
  const carrier: Traced = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

export function traceOf(data: Traced | null | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, data ?? {});
}

export function traceIdOf(data: Traced | null | undefined): { traceId?: string } {
  const traceId = trace.getSpanContext(traceOf(data))?.traceId;
  return traceId === undefined ? {} : { traceId };
}
