import { readEnvironment } from '@foyer/mail/environment';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://');

export const workerEnv = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  WORKER_DATABASE_URL: databaseUrl,
  INSECURE_TRANSPORT: z.string().default(''),
  MAIL_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'must be at least 32 characters long')).min(1)),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9465),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.transform((address) => new URL(address)).optional(),
  MAIL_FROM: z.string().min(3),
  PUBLIC_URL: url.transform((address) => new URL(address)),
  PRODUCT_NAME: z.string().min(1).max(40).default('Foyer'),
  SUPPORT_EMAIL: z.email().default('support@example.com'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
export type WorkerEnv = z.infer<typeof workerEnv>;

export function readWorkerEnv(source: NodeJS.ProcessEnv): WorkerEnv {
  return readEnvironment(source, workerEnv);
}
