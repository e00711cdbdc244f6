import { Global, Module } from '@nestjs/common';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Gauges } from './gauges.ts';
import { Metrics } from './metrics.ts';
import { MetricsServer } from './metrics-server.ts';
import { Tracing } from './tracing.ts';

@Global()
@Module({
  providers: [
    Metrics,
    Gauges,
    MetricsServer,
    {
      provide: Tracing,
      inject: [API_ENV],
      useFactory: async ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, NODE_ENV }: ApiEnv) => {
        if (!endpoint) return new Tracing();
        const { sendSpans } = await import('./send-spans.ts');
        return new Tracing(sendSpans(endpoint, NODE_ENV));
      },
    },
  ],
  exports: [Metrics, Tracing],
})
export class ObserveModule {}
