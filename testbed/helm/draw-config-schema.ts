/**
 * `node testbed/helm/draw-config-schema.ts`: regenerates `config` in the chart's values.schema.json. Run it after a
 * change of the environment variables of the API or the mail worker.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_BIN } from '@foyer/tools/paths';
import { drawConfigSchema } from './config-schema.ts';
import { CHART } from './render-chart.ts';

const file = join(CHART, 'values.schema.json');
const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
Object.assign(schema.properties, { config: await drawConfigSchema() });
writeFileSync(file, JSON.stringify(schema, undefined, 2));
execFileSync(join(PACKAGE_BIN, 'oxfmt'), [file]);
