import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ssoChecks } from '@foyer/contracts/company/saml';
import { TestApi } from '../test-support/test-api.ts';
import { Metrics } from './metrics.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
/** Metrics of the mail worker, which are checked in the worker's own spec. */
const OF_WORKER = /^foyer_worker_/;

type Rule = Alert | { record: string; expr: string };
type Alert = { alert: string; expr: string; annotations: { runbook: string } };
type Dashboard = { panels: { id: number; title: string; targets: { expr: string }[] }[] };

const dashboard = JSON.parse(read('deploy/helm/foyer/observability/dashboard.json')) as Dashboard;
const { groups } = parse(read('deploy/helm/foyer/observability/alerts.yaml')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter((rule) => 'alert' in rule);
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];
const namesIn = (expression: string): string[] =>
  expression
    // Omits the names that rules record, because these contain a colon.
    .match(/(?<![:\w])(?:foyer|nodejs|process)_\w+/g)
    ?.map((name) => name.replace(/_(bucket|count|sum)$/, '')) ?? [];

describe('dashboard and alerts', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  it('query only metrics that exist', () => {
    const names = new Set(expressions.flatMap(namesIn).filter((name) => !OF_WORKER.test(name)));
    expect(names.size).toBeGreaterThan(10);
    const { registry } = api.service(Metrics);
    expect([...names].filter((name) => registry.getSingleMetric(name) === undefined)).toEqual([]);
  });

  it('show all metrics of the API', async () => {
    const own = (await api.service(Metrics).registry.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('foyer_'));
    const shown = new Set(
      dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))),
    );
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have unique panel ids, and expressions whose brackets match', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const expression of expressions)
      for (const [open, close] of ['()', '[]', '{}'])
        expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
  });

  it('count only failed checks of sign-ins with a valid signature, and all of them', () => {
    const { expr = '' } = alerts.find(({ alert }) => alert === 'FoyerSsoFailing') ?? {};
    const behind = ssoChecks.indexOf('signature') + 1;
    expect(expr).toContain(`outcome!~"${ssoChecks.slice(0, behind).join('|')}"`);
    expect(expr).toContain(`outcome=~"InternalError|${ssoChecks.slice(behind).join('|')}"`);
  });

  it.each(alerts)('include a paragraph in the runbook for $alert', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/operate.md#${alert.toLowerCase()}`);
    const paragraph = read('docs/operate.md').split(`### ${alert}\n`)[1]?.split('\n##')[0];
    expect(paragraph).toMatch(/\bAsk\s`[^`]*\b(foyer[_:]|nodejs_|up\{)/);
  });

  it('leave no paragraph of the runbook without an alert', () => {
    const headings = [...read('docs/operate.md').matchAll(/^### (Foyer\w+)$/gm)].map(([, name]) => name);
    expect(headings.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});
