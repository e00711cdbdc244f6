import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART } from '../helm/render-chart.ts';
import { describeUnless } from '../test-unless.ts';

const ALERTS = join(CHART, 'observability', 'alerts.yaml');
const TESTS = ['alerts.test.yaml', 'retention.test.yaml'].map((file) => join(import.meta.dirname, file));

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
const noPromtool =
  promtool('--version').error && "There is no promtool; it comes with Debian's package prometheus.";

describeUnless(noPromtool, 'the alerts', () => {
  it('are rules that Prometheus accepts', () => {
    const { stdout, stderr, status } = promtool('check', 'rules', ALERTS);
    expect(stderr).toBe('');
    expect(stdout).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('fire in their cases, and are silent in the nearest other case', () => {
    const { stdout, stderr, status } = promtool('test', 'rules', ...TESTS);
    expect({ stdout, stderr, status }).toMatchObject({ status: 0 });
  });

  it('are each tested both firing and silent', () => {
    const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: { alert?: string }[] }[] };
    type Tests = { tests: { promql_expr_test: { exp_samples: { labels: string }[] }[] }[] };
    const tests = TESTS.flatMap((file) => (parse(readFileSync(file, 'utf8')) as Tests).tests);
    const firing = new Set<string | undefined>();
    for (const { promql_expr_test: questions } of tests) {
      const answers = questions.map(({ exp_samples: samples }) => samples.map(({ labels }) => labels).join());
      expect(answers).toContain('');
      for (const answer of answers) firing.add(/alertname="(\w+)"/.exec(answer)?.[1]);
    }
    firing.delete(undefined);
    expect(firing).toEqual(new Set(groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))));
  });
});
