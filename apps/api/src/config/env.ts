import { readEnvironment } from '@foyer/mail/environment';
import { EXAMPLE_LEGAL_LINKS, readLegalLinks, type LegalLinks } from '@foyer/mail/legal-links';
import { z } from 'zod';
import { signingKeys } from './signing-keys.ts';

const secret = z.string().min(32, 'must be at least 32 characters long');
/** Secrets separated by commas, for rotation. The first one is used for new values. All are accepted in old values. */
const secrets = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(secret).min(1));
const optionalList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );
const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const port = z.coerce.number().int().min(0).max(65_535);

/** A day, parsed to the midnight (UTC) that ends it. */
const wholeDay = z.iso
  .date('must be a day such as 2026-11-23')
  .transform((day) => new Date(Date.parse(day) + 86_400_000));

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://');

function legalLinks(list: string, context: z.RefinementCtx): LegalLinks {
  const { links, faults } = readLegalLinks(list);
  for (const message of faults) context.addIssue({ code: 'custom', message });
  return links as LegalLinks;
}

export const apiEnv = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: port.default(3000),
  PUBLIC_URL: url.transform((address) => new URL(address)),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  INSECURE_TRANSPORT: z.string().default(''),
  METRICS_PORT: port.default(9464),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.transform((address) => new URL(address)).optional(),
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_660).default(400),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  // Replaces the maximum waits for a connection and for a lock on busy machines. Not for production.
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(1).max(600).optional(),
  CSRF_SECRET: secrets,
  MAIL_SECRET: secrets,
  SAML_SIGNING_KEY: signingKeys,
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(100_000).default(1),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  LEAKED_PASSWORDS_URL: url.transform((address) => new URL(address)).optional(),
  SECOND_FACTOR_REQUIRED_BY: wholeDay.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOME_URL: url,
  EARTH_PORTAL_URL: url.optional(),
  PRODUCT_NAME: z.string().min(1).max(40).default('Foyer'),
  SUPPORT_EMAIL: z.email().default('support@example.com'),
  SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ })], {
      error: 'must be an email address or an https address',
    })
    .optional(),
  POSTAL_ADDRESS: z.string().min(1).default('1 Example Street, Example City'),
  SUPPORT_PHONE: z.string().optional(),
  LEGAL_LINKS: z.string().default(EXAMPLE_LEGAL_LINKS).transform(legalLinks),
  ACCESSIBILITY_STATEMENT_DATE: z.iso.date({ error: 'must be a date such as 2026-11-23' }).optional(),
  MARKETING_URL: url.optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  SERVICE_CREDENTIAL: optionalList.pipe(z.array(secret)),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: optionalList,
  STRIPE_API_URL: url.transform((address) => new URL(address)).optional(),
  DATADOG_APPLICATION_ID: z.string().default(''),
  DATADOG_CLIENT_TOKEN: z.string().default(''),
  DATADOG_SITE: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('datadoghq.com'),
  SEGMENT_WRITE_KEY: z.string().default(''),
  SEGMENT_REGION: z.enum(['us', 'eu']).default('us'),
  OBSERVE_CONSENT: z.enum(['ask', 'off']).optional(),
});
export type ApiEnv = z.infer<typeof apiEnv>;

export const API_ENV = Symbol('API_ENV');

/** Reports all faults together. Throws `EnvironmentError`. */
export function readApiEnv(source: NodeJS.ProcessEnv): ApiEnv {
  return readEnvironment(source, apiEnv);
}
