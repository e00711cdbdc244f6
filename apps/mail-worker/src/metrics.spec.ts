import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { WorkerMetrics } from './metrics.ts';

it('has every metric that dashboard and alerts ask the worker for', () => {
  const texts = ['dashboard.json', 'alerts.yaml'].map((file) =>
    readFileSync(new URL(`../../../deploy/helm/foyer/observability/${file}`, import.meta.url), 'utf8'),
  );
  const names = texts.join('\n').match(/\bfoyer_worker_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(1);
  const { registry } = new WorkerMetrics();
  const missing = names.filter(
    (name) => registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, '')) === undefined,
  );
  expect(missing).toEqual([]);
});
