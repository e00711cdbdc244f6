import { hostname } from 'node:os';
import { context, propagation, trace, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

const EXPORT_TIMEOUT_MS = 5_000;

export type Sender = { name: string; version: string; environment: string };

export type SpanSink = { tracer: Tracer; flush: () => Promise<void>; stop: () => Promise<void> };

/**
 * Exports spans to an OpenTelemetry collector (OTLP over HTTP, to `/v1/traces` below `endpoint`) in batches. A slow or
 * missing collector loses spans, but does not delay responses or mails. `OTEL_RESOURCE_ATTRIBUTES` overrides the
 * resource attributes.
 */
export function sendSpans(endpoint: URL, { name, version, environment }: Sender): SpanSink {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const base = endpoint.href.endsWith('/') ? endpoint.href : `${endpoint.href}/`;
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', base).href,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': version,
      // Neither part is enough: containers have equal process IDs, and processes on one machine have the same host
      // name.
      'service.instance.id': `${hostname()}-${process.pid}`,
      'deployment.environment.name': environment,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  return {
    tracer: provider.getTracer('foyer'),
    flush: () => provider.forceFlush(),
    stop: async () => {
      await provider.shutdown().catch(() => {});
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
