import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '@foyer/tools/paths';
import { helmProgram } from './helm-program.ts';

export const CHART = join(ROOT, 'deploy', 'helm', 'foyer');

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [name: string]: unknown;
}

export interface RenderedChart {
  objects: KubernetesObject[];
  notes: string;
}

interface Release {
  manifest: string;
  hooks: { manifest: string }[];
  info: { notes: string };
}

/**
 * Returns the objects that `helm install foyer` would send to Kubernetes, including hooks. Needs no cluster. Throws
 * `Error` with Helm's message, for example if values violate the chart's schema.
 */
export function renderChart(values: object): RenderedChart {
  const release = JSON.parse(
    runHelm(['install', 'foyer', CHART, '--namespace=portal', '--dry-run=client', '--output=json'], values),
  ) as Release;
  const texts = [release.manifest, ...release.hooks.map(({ manifest }) => manifest)];
  return { objects: texts.flatMap(readObjects), notes: release.info.notes };
}

export function runHelm(args: string[], values: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-helm-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const { status, stdout, stderr } = spawnSync(helmProgram(), [...args, `--values=${file}`], {
      encoding: 'utf8',
      // Ignores any cluster or Helm configuration of this machine.
      env: { HOME: folder, KUBECONFIG: join(folder, 'none') },
    });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function configNames(): string[] {
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
    properties: { config: { properties: Record<string, object> } };
  };
  return Object.keys(schema.properties.config.properties);
}

function readObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return (document.toJS() as KubernetesObject | null) ?? [];
  });
}
