import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { drawConfigSchema } from './config-schema.ts';
import { CHART } from './render-chart.ts';

it('values.schema.json has the variables that the processes read: otherwise run `node testbed/helm/draw-config-schema.ts`', async () => {
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
    properties: { config: object };
  };
  expect(schema.properties.config).toEqual(await drawConfigSchema());
});
