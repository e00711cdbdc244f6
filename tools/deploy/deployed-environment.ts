import { interpolate, readComposeServices } from './compose-file.ts';
import { makeDeploymentSecrets, makeStandInVariables, type Variables } from './deployment-secrets.ts';
import { configNames, renderChart, type KubernetesObject } from './helm/render-chart.ts';
import { imageEnvironment } from './image-stages.ts';

export type DeployedProcess = 'api' | 'worker';

/** The least that the chart must be told. */
export const LEAST_VALUES = {
  image: { registry: 'registry.example.com/foyer' },
  existingSecret: 'foyer',
  config: {
    PUBLIC_URL: 'https://portal.example.com',
    HOME_URL: 'https://app.example.com/',
    MAIL_FROM: 'Foyer <no-reply@example.com>',
  },
};

/** The environment that docker-compose.yml gives a process, with the secrets of `npm run secrets:new`. */
export async function composeEnvironment(process: DeployedProcess): Promise<Variables> {
  const variables = { ...(await makeDeploymentSecrets()), ...makeStandInVariables() };
  const given = Object.entries(readComposeServices()[process]?.environment ?? {});
  return {
    ...imageEnvironment(process),
    ...Object.fromEntries(given.map(([name, value]) => [name, interpolate(String(value), variables)])),
  };
}

export interface ChartEnvironment {
  /** With the least values and the secrets that must be there. */
  least: Variables;
  /** Every name the chart can give the process. */
  names: Set<string>;
}

interface Deployment extends KubernetesObject {
  spec: { template: { spec: { containers: { env: SecretVariable[] }[] } } };
}

interface SecretVariable {
  name: string;
  valueFrom: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

/** The environment that the chart gives a process. */
export async function chartEnvironment(process: DeployedProcess): Promise<ChartEnvironment> {
  const { objects } = renderChart(LEAST_VALUES);
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `foyer-${process}`,
  ) as Deployment;
  const settings = objects.find(({ kind }) => kind === 'ConfigMap') as KubernetesObject & { data: Variables };
  const secrets = deployment.spec.template.spec.containers[0]?.env ?? [];
  const own: Variables = {
    ...(await makeDeploymentSecrets()),
    DATABASE_URL: 'postgresql://foyer@postgres/foyer',
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
