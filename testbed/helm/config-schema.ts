import { join } from 'node:path';
import { SECRETS } from '@foyer/mail/environment';
import { CONTACTS, OUTSIDE_PRODUCTION } from '@foyer/mail/production-rules';
import { imageEnvironment } from '@foyer/tools/deploy/image-stages';
import { ROOT } from '@foyer/tools/paths';

interface Drawn {
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  anyOf?: Drawn[];
}

/** The schema of an environment. Declared here, because other projects cannot import the applications' types. */
interface Environment {
  toJSONSchema(options: object): { properties: Record<string, Drawn>; required: string[] };
}

const isSetElsewhere = (name: string): boolean =>
  ['api', 'worker'].some((process) => name in imageEnvironment(process)) ||
  SECRETS.includes(name) ||
  OUTSIDE_PRODUCTION.includes(name);

/** Variables with URLs that must be https, because visitors enter passwords there. */
const HTTPS_ONLY = new Set(['PUBLIC_URL']);

/**
 * Generates the schema of `config` in the chart's values from the environments of API and mail worker. Leaves out
 * variables that are set elsewhere, such as secrets.
 */
export async function drawConfigSchema(): Promise<object> {
  const files = { api: 'apps/api/src/config/env.ts', worker: 'apps/mail-worker/src/env.ts' };
  const [{ apiEnv }, { workerEnv }] = (await Promise.all(
    Object.values(files).map((file) => import(join(ROOT, file))),
  )) as [{ apiEnv: Environment }, { workerEnv: Environment }];
  const options = { io: 'input', unrepresentable: 'any', target: 'draft-7' };
  const [worker, api] = [workerEnv.toJSONSchema(options), apiEnv.toJSONSchema(options)];
  const properties = Object.entries({ ...worker.properties, ...api.properties }).filter(
    ([name]) => !isSetElsewhere(name),
  );
  const required = new Set([...worker.required, ...api.required, ...CONTACTS]);
  return {
    type: 'object',
    description: 'Plain variables only: secrets belong into existingSecret.',
    additionalProperties: false,
    properties: Object.fromEntries(
      properties.map(([name, drawn]) => [name, draw(drawn, HTTPS_ONLY.has(name))]),
    ),
    required: properties.map(([name]) => name).filter((name) => required.has(name)),
  };
}

/**
 * Adapts a variable's schema to the chart. Leaves out the default and the format, and allows an integer as text. A URL
 * gets a pattern for its scheme instead of the format `uri`, which Helm does not check.
 */
function draw({ default: _, format, ...drawn }: Drawn, isHttpsOnly: boolean): Drawn | object {
  if (drawn.anyOf) return { anyOf: drawn.anyOf.map((one) => draw(one, isHttpsOnly)) };
  if (drawn.type === 'integer') return { ...drawn, type: ['integer', 'string'], pattern: '^\\d+$' };
  return format === 'uri' ? { ...drawn, pattern: isHttpsOnly ? '^https://' : '^https?://' } : drawn;
}
