import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHART, LEAST_VALUES } from '../deployed-environment.ts';
import { ROOT } from '../../places.ts';
import { findFaults } from './check-objects.ts';
import { renderChart, type KubernetesObject } from './render-chart.ts';

const { config } = LEAST_VALUES;

/** Everything switched on and filled in. */
const FULL = {
  ...LEAST_VALUES,
  image: { registry: 'registry.example.com/foyer', tag: '1.2.3', pullSecrets: [{ name: 'registry-login' }] },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  config: {
    ...config,
    DATABASE_POOL_SIZE: 20,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    PRODUCT_NAME: 'Seats "R" Us: yes',
  },
  api: { autoscaling: { enabled: true } },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'portal.example.com',
    tlsSecret: 'portal-tls',
    annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
  },
  networkPolicy: {
    callers: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    metricsCallers: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
    database: { ports: [6432], to: [{ ipBlock: { cidr: '10.1.2.3/32' } }] },
  },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'portal', operator: 'Exists', effect: 'NoSchedule' }],
};
const BARE = { ...LEAST_VALUES, networkPolicy: { enabled: false }, config: { ...config, LOG_LEVEL: null } };

type Labels = Record<string, string>;
interface Container {
  name: string;
  env: { name: string }[];
  securityContext: object;
  ports?: { name: string }[];
}
interface Workload extends KubernetesObject {
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels };
      spec: { containers: Container[]; serviceAccountName?: string; terminationGracePeriodSeconds?: number };
    };
  };
}

const render = (values: object) => renderChart(CHART, values as typeof LEAST_VALUES);
const ofKind = <Kind extends KubernetesObject>(objects: KubernetesObject[], kind: string): Kind[] =>
  objects.filter((object) => object.kind === kind) as Kind[];
const workloadsOf = (objects: KubernetesObject[]): Workload[] => [
  ...ofKind<Workload>(objects, 'Deployment'),
  ...ofKind<Workload>(objects, 'Job'),
];
const isSelected = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe('the Helm chart', () => {
  it.each([
    ['the least values', LEAST_VALUES],
    ['everything switched on', FULL],
    ['everything switched off', BARE],
  ])('gives objects that Kubernetes takes, with %s', async (_, values) => {
    const { objects } = render(values);
    expect(await findFaults(objects)).toEqual([]);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is checked for fields that Kubernetes does not know, and for values it does not take', async () => {
    const { objects } = render(LEAST_VALUES);
    const [api] = workloadsOf(objects);
    Object.assign(api?.spec.template.spec.containers[0]?.securityContext ?? {}, {
      readOnlyRootFileSystem: true,
    });
    Object.assign(ofKind<Workload>(objects, 'Job')[0]?.spec ?? {}, { backoffLimit: 'many' });
    const faults = (await findFaults(objects)).join('\n');
    expect(faults).toMatch(/readOnlyRootFileSystem/);
    expect(faults).toMatch(/backoffLimit must be integer/);
  });

  it.each([LEAST_VALUES, FULL, BARE])('gives no pod a right, a token or a file it can change', (values) => {
    const workloads = workloadsOf(render(values).objects);
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
      'foyer-api',
      'foyer-worker',
      'foyer-migrate',
    ]);
    for (const { spec } of workloads) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        volumes: [{ name: 'tmp', emptyDir: {} }],
      });
      for (const container of spec.template.spec.containers)
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
        });
    }
  });

  it('asks for a process that is up before it is ready, and lets it finish what it has in hand', () => {
    const [api, worker] = workloadsOf(render(LEAST_VALUES).objects);
    expect(api?.spec.template.spec.containers[0]).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    });
    expect(worker?.spec.template.spec.containers[0]).toMatchObject({
      livenessProbe: { httpGet: { path: '/metrics', port: 'metrics' } },
    });
    for (const workload of [api, worker])
      expect(workload?.spec.template.spec.terminationGracePeriodSeconds).toBe(45);
  });

  it('migrates first, once, and with nothing of the release that is not there yet', () => {
    const [job] = ofKind<Workload>(render(LEAST_VALUES).objects, 'Job');
    expect(job?.metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
    expect(job?.spec.template.spec.serviceAccountName).toBeUndefined();
    expect(JSON.stringify(job)).not.toContain('configMap');
  });

  it('holds no secret: they come from the Secret that is named', () => {
    const { objects } = render(FULL);
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const given = workloadsOf(objects).flatMap(({ spec }) => spec.template.spec.containers[0]?.env ?? []);
    expect(given).not.toEqual([]);
    for (const variable of given)
      expect(variable).toMatchObject({ valueFrom: { secretKeyRef: { name: 'foyer', key: variable.name } } });
    expect(() => render({ ...LEAST_VALUES, config: { ...config, CSRF_SECRET: 'x' } })).toThrow('CSRF_SECRET');
  });

  it.each([
    ['no registry', { ...LEAST_VALUES, image: {} }, /registry/],
    ['no secret', { ...LEAST_VALUES, existingSecret: '' }, /existingSecret/],
    ['no address', { ...LEAST_VALUES, config: { ...config, PUBLIC_URL: undefined } }, /PUBLIC_URL/],
    [
      'an address without https',
      { ...LEAST_VALUES, config: { ...config, PUBLIC_URL: 'http://x.test' } },
      /PUBLIC_URL/,
    ],
    ['an unknown variable', { ...LEAST_VALUES, config: { ...config, PUBLIK_URL: 'x' } }, /PUBLIK_URL/],
    ['an unknown setting', { ...LEAST_VALUES, replicas: 3 }, /replicas/],
    ['an Ingress without a host', { ...LEAST_VALUES, ingress: { enabled: true } }, /host/],
  ])('refuses %s', (_, values, complaint) => {
    expect(() => render(values)).toThrow(complaint);
  });

  it('knows no plain variable that .env.example does not explain', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    for (const name of Object.keys(render(LEAST_VALUES).schema.properties.config.properties))
      expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it('leaves the number of replicas to the autoscaler where there is one', () => {
    expect(workloadsOf(render(LEAST_VALUES).objects)[0]?.spec.replicas).toBe(2);
    const { objects } = render(FULL);
    expect(workloadsOf(objects)[0]?.spec.replicas).toBeUndefined();
    expect(ofKind(objects, 'HorizontalPodAutoscaler')[0]).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'foyer-api' } },
    });
  });

  it('selects the pods that are meant, by every object that selects', () => {
    const { objects } = render(FULL);
    const pods = workloadsOf(objects).map(({ spec, metadata }) => ({
      name: metadata.name,
      labels: spec.template.metadata.labels,
    }));
    const selectedBy = (selector: Labels) =>
      pods.filter(({ labels }) => isSelected(selector, labels)).map(({ name }) => name);
    for (const { metadata, spec } of ofKind<Workload>(objects, 'Deployment'))
      expect(selectedBy(spec.selector.matchLabels)).toEqual([metadata.name]);
    for (const { metadata, spec } of ofKind<Workload>(objects, 'PodDisruptionBudget'))
      expect(selectedBy(spec.selector.matchLabels)).toEqual([metadata.name]);
    for (const { metadata, spec } of ofKind<
      KubernetesObject & { spec: { podSelector: { matchLabels: Labels } } }
    >(objects, 'NetworkPolicy'))
      expect(selectedBy(spec.podSelector.matchLabels)).toEqual(
        pods.some(({ name }) => name === metadata.name) ? [metadata.name] : pods.map(({ name }) => name),
      );
    type Service = KubernetesObject & { spec: { selector: Labels; ports: { targetPort: string }[] } };
    const services = ofKind<Service>(objects, 'Service');
    const targets = services.map(({ metadata, spec }) => [metadata.name, ...selectedBy(spec.selector)]);
    expect(targets).toEqual([
      ['foyer-api', 'foyer-api'],
      ['foyer-api-metrics', 'foyer-api'],
      ['foyer-worker-metrics', 'foyer-worker'],
    ]);
    for (const { spec } of services) {
      const pod = workloadsOf(objects).find(({ metadata }) =>
        selectedBy(spec.selector).includes(metadata.name),
      );
      const ports = pod?.spec.template.spec.containers[0]?.ports?.map(({ name }) => name);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    const [monitor] = ofKind<Workload>(objects, 'ServiceMonitor');
    const monitored = services.filter(({ metadata }) =>
      isSelected(monitor?.spec.selector.matchLabels ?? {}, metadata.labels ?? {}),
    );
    expect(monitored.map(({ metadata }) => metadata.name)).toEqual([
      'foyer-api-metrics',
      'foyer-worker-metrics',
    ]);
  });

  it('lets nothing but the API be called, and lets pods reach only what they need', () => {
    const policies = ofKind<KubernetesObject & { spec: Record<string, unknown> }>(
      render(FULL).objects,
      'NetworkPolicy',
    );
    const specOf = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec;
    for (const name of ['foyer-nothing-else', 'foyer-api', 'foyer-worker', 'foyer-migrate'])
      expect(specOf(name)).toHaveProperty('policyTypes', ['Ingress', 'Egress']);
    expect(specOf('foyer-nothing-else')).not.toHaveProperty('egress');
    expect(specOf('foyer-metrics')?.['ingress']).toEqual([
      { ports: [{ port: 'metrics' }], from: FULL.networkPolicy.metricsCallers },
    ]);
    for (const name of ['foyer-nothing-else', 'foyer-worker', 'foyer-migrate'])
      expect(specOf(name)).not.toHaveProperty('ingress');
    expect(specOf('foyer-api')?.['ingress']).toEqual([
      { ports: [{ port: 'http' }], from: FULL.networkPolicy.callers },
    ]);
    expect(specOf('foyer-api')?.['egress']).toContainEqual({ ports: [{ port: 4318 }] });
    expect(specOf('foyer-migrate')?.['egress']).toEqual([
      {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
        ],
      },
      { ports: [{ port: 6432 }], to: FULL.networkPolicy.database.to },
    ]);
  });

  it('says after an installation how to get to the portal', () => {
    expect(render(FULL).notes).toContain('Open https://portal.example.com');
    expect(render(LEAST_VALUES).notes).toContain('foyer-api, port 80');
  });
});
