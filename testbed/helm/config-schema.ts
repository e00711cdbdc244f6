import { join } from 'node:path';
import { SECRETS } from '@foyer/mail/environment';
import { CONTACTS, OUTSIDE_PRODUCTION } from '@foyer/mail/production-rules';
import { imageEnvironment } from '@foyer/tools/deploy/image-stages';
import { ROOT } from '@foyer/tools/paths';

/** The part of a variable's schema from zod that is needed here. */
interface Drawn {
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  anyOf?: Drawn[];
}

/** The schema of an environment. Applications are not packages that others import. */
interface Environment {
  toJSONSchema(options: object): { properties: Record<string, Drawn>; required: string[] };
}

/** Set by the image or the Secret, or not at all, because the chart is always production. */
const isSetElsewhere = (name: string): boolean =>
  ['api', 'worker'].some((process) => name in imageEnvironment(process)) ||
  SECRETS.includes(name) ||
  OUTSIDE_PRODUCTION.includes(name);

/** Visitors enter passwords there. */
const HTTPS_ONLY = new Set(['PUBLIC_URL']);

/** `config` of the chart's values: the plain variables of both processes, from the schemas that the processes use. */
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

/** Values of a chart are numbers or texts, and Helm's check does not know the schemes of URLs. */
function draw({ default: _, format, ...drawn }: Drawn, isHttpsOnly: boolean): Drawn | object {
  if (drawn.anyOf) return { anyOf: drawn.anyOf.map((one) => draw(one, isHttpsOnly)) };
  if (drawn.type === 'integer') return { ...drawn, type: ['integer', 'string'], pattern: '^\\d+$' };
  return format === 'uri' ? { ...drawn, pattern: isHttpsOnly ? '^https://' : '^https?://' } : drawn;
}
