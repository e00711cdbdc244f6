import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { execute, type TemplateFunctions } from './execute-template.ts';
import { HELM_FUNCTIONS } from './helm-functions.ts';
import { parseTemplate, type Node, type Value } from './parse-template.ts';

type Values = { [name: string]: Value };

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [name: string]: unknown;
}

export interface RenderedChart {
  objects: KubernetesObject[];
  /** What Helm says after an installation. */
  notes: string;
  schema: ValuesSchema;
}

/** `values.schema.json`, as far as others read it. */
interface ValuesSchema {
  properties: { config: { properties: Record<string, object> } };
}

/**
 * Renders a chart as `helm install NAME FOLDER --namespace NAMESPACE --values …` does, for checks on machines without
 * Helm. Knows what our chart uses of the language: see `parse-template.ts` and `helm-functions.ts`. Throws `Error`
 * when the values break the chart's schema or a template stops.
 */
export function renderChart(
  folder: string,
  given: Values,
  release = { name: 'foyer', namespace: 'portal' },
): RenderedChart {
  const chart = readYaml(folder, 'Chart.yaml');
  const values = mergeValues(readYaml(folder, 'values.yaml'), given);
  const schema = JSON.parse(readFileSync(join(folder, 'values.schema.json'), 'utf8')) as ValuesSchema;
  checkValues(schema, values);
  const files = globSync('templates/*', { cwd: folder }).toSorted();
  const templates = new Map(
    files.map((file) => [file, inFile(file, () => parseTemplate(readFileSync(join(folder, file), 'utf8')))]),
  );
  const definitions = new Map([...templates.values()].flatMap((template) => [...template.definitions]));
  const context = {
    Values: values,
    Chart: { Name: chart['name'], Version: chart['version'], AppVersion: chart['appVersion'] },
    Release: { Name: release.name, Namespace: release.namespace, Service: 'Helm' },
    Template: { BasePath: 'templates' },
  };
  const bodyOf = (name: string): Node[] => {
    const body = definitions.get(name) ?? templates.get(name)?.body;
    if (!body) throw new Error(`there is no template "${name}"`);
    return body;
  };
  const functions: TemplateFunctions = {
    ...HELM_FUNCTIONS,
    include: (name, data) => execute(bodyOf(String(name)), data, functions),
  };
  const texts = new Map(
    files
      .filter((file) => !basename(file).startsWith('_'))
      .map((file) => [basename(file), inFile(file, () => execute(bodyOf(file), context, functions))]),
  );
  const objects = [...texts]
    .filter(([file]) => file.endsWith('.yaml'))
    .flatMap(([file, text]) => readObjects(file, text));
  return { objects, notes: texts.get('NOTES.txt') ?? '', schema };
}

/** The chart's own schema, applied to the values as Helm applies it. */
function checkValues(schema: ValuesSchema, values: Values): void {
  const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  if (validate(values)) return;
  const faults = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`The values do not fit values.schema.json:\n${faults?.join('\n')}`);
}

/** Maps are merged, all else is replaced; null takes a value away. */
function mergeValues(base: Values, over: Values): Values {
  const merged = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isMap(value) && isMap(below) ? mergeValues(below, value) : value;
  }
  return merged;
}

const isMap = (value: Value): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readYaml(folder: string, file: string): Values {
  return parse(readFileSync(join(folder, file), 'utf8')) as Values;
}

function readObjects(file: string, text: string): KubernetesObject[] {
  return inFile(file, () =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors[0]) throw document.errors[0];
      return (document.toJS() as KubernetesObject | null) ?? [];
    }),
  );
}

function inFile<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
