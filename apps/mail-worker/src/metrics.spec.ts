import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { WorkerMetrics } from './metrics.ts';

it('the worker has every metric that the dashboard and the alerts query', () => {
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

it('the counters start at 0 for every kind of mail, so that the first failure is visible', async () => {
  const text = await new WorkerMetrics().registry.metrics();
  for (const outcome of ['sent', 'failed', 'dead', 'late'])
    expect(text).toContain(`foyer_worker_mails_total{kind="verify-email",outcome="${outcome}"} 0`);
  for (const outcome of ['completed', 'retried', 'given-up'])
    expect(text).toContain(`foyer_jobs_total{queue="mail",outcome="${outcome}"} 0`);
});
