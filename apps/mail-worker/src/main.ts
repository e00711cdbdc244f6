import { readFileSync } from 'node:fs';
import { environmentWarnings, readEnvironmentOrExit } from '@foyer/mail/environment';
import type { SpanSink } from '@foyer/mail/send-spans';
import { pino } from 'pino';
import { readWorkerEnv, workerEnv } from './env.ts';
import { serveMetrics, WorkerMetrics } from './metrics.ts';

const env = readEnvironmentOrExit(readWorkerEnv);
const log = pino({
  level: env.LOG_LEVEL,
  timestamp: pino.stdTimeFunctions.isoTime,
  base: { service: 'mail-worker' },
  formatters: { level: (label) => ({ level: label }) },
});

/** Two seconds less than the `stop_grace_period` of docker-compose.yml, which leaves time to log the reason. */
const STOP_LIMIT_MS = 28_000;

try {
  for (const warning of environmentWarnings(process.env, Object.keys(workerEnv.shape))) log.warn(warning);
  const metrics = new WorkerMetrics();
  const closeMetrics = await serveMetrics(env.METRICS_PORT, metrics);
  const spans = await sendSpansWhereAsked();
  // Imports this module here, so that a fault of the environment is reported without loading it.
  const { workMails } = await import('./work-mails.ts');
  const worker = await workMails(env, log, metrics, spans?.tracer);
  log.info('the mail worker is up');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      setTimeout(() => leave(new Error('stopping took too long')), STOP_LIMIT_MS).unref();
      worker
        .stop()
        .then(() => spans?.stop())
        .then(() => {
          closeMetrics();
          process.exit(0);
        }, leave);
    });
} catch (error) {
  log.fatal({ err: error }, 'the mail worker could not start');
  process.exit(1);
}

async function sendSpansWhereAsked(): Promise<SpanSink | undefined> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { sendSpans } = await import('@foyer/mail/send-spans');
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return sendSpans(env.OTEL_EXPORTER_OTLP_ENDPOINT, {
    name: 'foyer-mail-worker',
    version: (JSON.parse(manifest) as { version: string }).version,
    environment: env.NODE_ENV,
  });
}

function leave(error: unknown): never {
  log.fatal({ err: error }, 'the mail worker could not stop');
  process.exit(1);
}
