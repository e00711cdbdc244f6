import { parseEnv } from 'node:util';
import { COMPOSE_FILE, interpolate, readComposeServices, type ComposeService } from './compose-file.ts';
import { makeDeploymentSecrets, secretFiles, SECRETS_FILE, type Variables } from './deployment-secrets.ts';
import { configNames, renderChart, type KubernetesObject } from './helm/render-chart.ts';
import { imageEnvironment } from '../image-stages.ts';

export type DeployedProcess = 'api' | 'worker';

/** The chart's required values. */
export const LEAST_VALUES = {
  image: { registry: 'registry.example.com/foyer' },
  existingSecret: 'foyer',
  config: {
    PUBLIC_URL: 'https://portal.example.com',
    HOME_URL: 'https://app.example.com/',
    MAIL_FROM: 'Foyer <no-reply@portal.test>',
    SUPPORT_EMAIL: 'help@portal.test',
    SUPPORT_PHONE: '+49 30 123456',
    POSTAL_ADDRESS: 'Hafenstr. 1, Hamburg',
    PRODUCT_TERMS_URL: 'https://portal.test/terms',
    WEBSITE_TERMS_URL: 'https://portal.test/website-terms',
    PRIVACY_URL: 'https://portal.test/privacy',
    MARKETING_URL: 'https://portal.test/venues',
  },
};

/** As a portal of before has it. */
export const ONE_ACCOUNT = { ...LEAST_VALUES, database: { separateAccounts: false } };

/** The same as it stands in .env, for a portal of one's own on one machine. */
const OWN_PORTAL = { ...LEAST_VALUES.config, SMTP_URL: 'smtp://mail.portal.test' };

/** A process' environment under `docker compose up` without .env. */
export function composeEnvironment(process: DeployedProcess): Promise<Variables> {
  return environmentIn(readComposeServices(), process, {});
}

/** The same in production: with `COMPOSE_FILE=docker-compose.yml` and what .env has to say then. */
export function ownPortalEnvironment(process: DeployedProcess): Promise<Variables> {
  return environmentIn(readComposeServices([COMPOSE_FILE]), process, OWN_PORTAL);
}

async function environmentIn(
  services: Record<string, ComposeService>,
  process: DeployedProcess,
  variables: Variables,
): Promise<Variables> {
  const service = services[process];
  if (!service) throw new Error(`There is no service ${process}.`);
  const files = secretFiles(await makeDeploymentSecrets())[process];
  const given = Object.entries(service.environment ?? {});
  return {
    ...imageEnvironment(process),
    ...Object.fromEntries(given.map(([name, value]) => [name, interpolate(String(value), variables)])),
    ...(parseEnv(files[SECRETS_FILE] ?? '') as Variables),
  };
}

export interface ChartEnvironment {
  /** With the least values and the secrets that must be there. */
  least: Variables;
  /** Every variable that the chart can set. */
  names: Set<string>;
}

interface Deployment extends KubernetesObject {
  spec: { template: { spec: { containers: { env: SecretVariable[] }[] } } };
}

interface SecretVariable {
  name: string;
  valueFrom: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

/** A process' environment in the chart. */
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
      ...[secrets, secretsOf(process, renderChart(ONE_ACCOUNT).objects)].flat().map(({ name }) => name),
    ]),
  };
}

function secretsOf(process: DeployedProcess, objects: KubernetesObject[]): SecretVariable[] {
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `foyer-${process}`,
  ) as Deployment;
  return deployment.spec.template.spec.containers[0]?.env ?? [];
}
