import { REQUIRED_SETTINGS, type DeployedProcess } from '@foyer/tools/deploy/deployed-environment';
import { makeDeploymentSecrets, type Variables } from '@foyer/tools/deploy/deployment-secrets';
import { imageEnvironment } from '@foyer/tools/deploy/image-stages';
import { configNames, renderChart, type KubernetesObject } from './render-chart.ts';

export const LEAST_VALUES = {
  image: { registry: 'registry.example.com/foyer' },
  existingSecret: 'foyer',
  config: REQUIRED_SETTINGS,
};

interface ChartEnvironment {
  least: Variables;
  names: Set<string>;
}

interface Deployment extends KubernetesObject {
  spec: { template: { spec: { containers: { env: SecretVariable[] }[] } } };
}

interface SecretVariable {
  name: string;
  valueFrom: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

export async function chartEnvironment(process: DeployedProcess): Promise<ChartEnvironment> {
  const { objects } = renderChart(LEAST_VALUES);
  const settings = objects.find(({ kind }) => kind === 'ConfigMap') as KubernetesObject & { data: Variables };
  const secrets = secretsOf(process, objects);
  const own: Variables = {
    ...(await makeDeploymentSecrets()),
    DATABASE_URL: 'postgresql://foyer_api@postgres/foyer?sslmode=verify-full',
    WORKER_DATABASE_URL: 'postgresql://foyer_worker@postgres/foyer?sslmode=verify-full',
    MIGRATE_DATABASE_URL: 'postgresql://foyer@postgres/foyer?sslmode=verify-full',
    SMTP_URL: 'smtp://mail.example.com',
  };
  const required = secrets.filter(({ valueFrom }) => !valueFrom.secretKeyRef.optional);
  return {
    least: {
      ...imageEnvironment(process),
      ...settings.data,
      ...Object.fromEntries(
        required.map(({ name, valueFrom }) => [name, own[valueFrom.secretKeyRef.key] ?? '']),
      ),
    },
    names: new Set([
      ...Object.keys(imageEnvironment(process)),
      ...configNames(),
      ...secrets.map(({ name }) => name),
    ]),
  };
}

function secretsOf(process: DeployedProcess, objects: KubernetesObject[]): SecretVariable[] {
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `foyer-${process}`,
  ) as Deployment;
  return deployment.spec.template.spec.containers[0]?.env ?? [];
}
