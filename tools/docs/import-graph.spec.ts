import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { countImports, drawImportGraph, GRAPH_PAGE } from './import-graph.ts';

it('the graph in architecture.md matches apps/api/src: otherwise run `node tools/run/bootstrap.mjs test tools/docs/import-graph`', () => {
  const page = readFileSync(join(ROOT, GRAPH_PAGE), 'utf8');
  expect(page).toContain('\nidentity        config');
  expect(page).toBe(drawImportGraph(page));
});

it('no two folders of apps/api/src import each other', () => {
  const counts = countImports();
  expect([...counts.keys()].filter((pair) => counts.has(pair.split(' ').toReversed().join(' ')))).toEqual([]);
});
