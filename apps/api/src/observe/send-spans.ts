import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { traceCalls } from './trace-calls.ts';
import type { SpanSink } from './tracing.ts';

const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP, to `/v1/traces` below `endpoint`) in batches beside the
 * requests: a collector that is slow or gone costs spans, never an answer.
 */
export function sendSpans(endpoint: URL): SpanSink {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const base = endpoint.href.endsWith('/') ? endpoint.href : `${endpoint.href}/`;
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', base).href,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'foyer-api' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('foyer');
  const stopTracingCalls = traceCalls(tracer);
  return {
    tracer,
    flush: () => provider.forceFlush(),
    stop: async () => {
      stopTracingCalls();
      await provider.shutdown().catch(() => {});
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
