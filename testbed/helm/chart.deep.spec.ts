import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { LEAST_VALUES } from './chart-environment.ts';
import { ROOT } from '@foyer/tools/paths';
import { describeUnless } from '../test-unless.ts';
import { findErrors } from './check-objects.ts';
import { noHelm } from './helm-program.ts';
import { CHART, configNames, renderChart as render, runHelm, type KubernetesObject } from './render-chart.ts';

const { config } = LEAST_VALUES;
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

const FULL = {
  ...LEAST_VALUES,
  image: {
    registry: 'registry.example.com/foyer',
    tag: '1.2.3',
    pullSecrets: [{ name: 'registry-login' }],
    digests: { worker: DIGEST },
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  dashboard: { enabled: true },
  caBundle: { configMap: 'company-ca', key: 'bundle.pem' },
  serviceAccount: { annotations: { 'example.com/role': 'portal' } },
  podAnnotations: { 'example.com/mesh': 'off' },
  podLabels: { 'example.com/cost-centre': 'portal' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
      },
    },
  },
  priorityClassName: 'important',
  extraEnv: [{ name: 'PGAPPNAME', value: 'portal' }],
  extraVolumes: [{ name: 'notes', configMap: { name: 'notes' } }],
  extraVolumeMounts: [{ name: 'notes', mountPath: '/etc/notes', readOnly: true }],
  config: {
    ...config,
    DATABASE_POOL_SIZE: 20,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318',
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
  image: string;
  env: { name: string; value?: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: object;
  ports?: { name: string }[];
}
interface Workload extends KubernetesObject {
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels; annotations?: Labels };
      spec: { containers: Container[]; serviceAccountName?: string; terminationGracePeriodSeconds?: number };
    };
  };
}

const ofKind = <Kind extends KubernetesObject>(objects: KubernetesObject[], kind: string): Kind[] =>
  objects.filter((object) => object.kind === kind) as Kind[];
const workloadsOf = (objects: KubernetesObject[]): Workload[] => [
  ...ofKind<Workload>(objects, 'Deployment'),
  ...ofKind<Workload>(objects, 'Job'),
];
const testOf = (objects: KubernetesObject[]): Workload[] =>
  ofKind<KubernetesObject & { metadata: { labels: Labels }; spec: Workload['spec']['template']['spec'] }>(
    objects,
    'Pod',
  ).map((pod) => ({
    ...pod,
    spec: { selector: { matchLabels: {} }, template: { metadata: pod.metadata, spec: pod.spec } },
  }));
const isSelected = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describeUnless(noHelm, 'the Helm chart', () => {
  it.each([LEAST_VALUES, FULL, BARE])('passes `helm lint --strict` (values %#)', (values) => {
    expect(runHelm(['lint', '--strict', CHART], values)).toContain('0 chart(s) failed');
  });

  it.each([
    ['only the required values', LEAST_VALUES],
    ['everything switched on', FULL],
    ['everything switched off', BARE],
  ])('renders objects that Kubernetes accepts, with %s', async (_, values) => {
    const { objects } = render(values);
    expect(await findErrors(objects)).toEqual([]);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is checked for unknown fields and invalid values of Kubernetes objects', async () => {
    const { objects } = render(LEAST_VALUES);
    const [api] = workloadsOf(objects);
    Object.assign(api?.spec.template.spec.containers[0]?.securityContext ?? {}, {
      readOnlyRootFileSystem: true,
    });
    Object.assign(ofKind<Workload>(objects, 'Job')[0]?.spec ?? {}, { backoffLimit: 'many' });
    const faults = (await findErrors(objects)).join('\n');
    expect(faults).toMatch(/readOnlyRootFileSystem/);
    expect(faults).toMatch(/backoffLimit must be integer/);
  });

  it.each([LEAST_VALUES, FULL, BARE])(
    'gives no pod privileges, a token or a writable root file system (values %#)',
    (values) => {
      const { objects } = render(values);
      const workloads = [...workloadsOf(objects), ...testOf(objects)];
      expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
        'foyer-api',
        'foyer-worker',
        'foyer-migrate',
        'foyer-check-api',
        'foyer-check-worker',
        'foyer-check-migrate',
        'foyer-test',
      ]);
      for (const { spec } of workloads) {
        expect(spec.template.spec).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          volumes: expect.arrayContaining([expect.objectContaining({ name: 'tmp' })]),
        });
        for (const container of spec.template.spec.containers)
          expect(container).toMatchObject({
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            volumeMounts: expect.arrayContaining([{ name: 'tmp', mountPath: '/tmp' }]),
            resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
          });
      }
    },
  );

  it('probes whether each process is up and ready, and gives it time to shut down', () => {
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

  it('migrates before an installation or upgrade, without objects that do not exist yet', () => {
    const [job] = ofKind<Workload>(render(LEAST_VALUES).objects, 'Job');
    expect(job?.metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
    expect(job?.spec.template.spec.serviceAccountName).toBeUndefined();
    expect(JSON.stringify(job)).not.toContain('configMap');
  });

  it.each([
    ['the given command', ['billing-drift', '--fix']],
    ['Studio', ['studio']],
    ['nothing but a wait', []],
  ])('renders a Job for operators only on request, which runs %s', async (_, args) => {
    const isOperate = ({ metadata }: KubernetesObject): boolean =>
      /^foyer-operate-[a-z0-9]{5}$/.test(metadata.name);
    expect(render(FULL).objects.filter(isOperate)).toEqual([]);
    const { objects } = render({ ...LEAST_VALUES, operate: { enabled: true, args } });
    const jobs = objects.filter(isOperate);
    expect(jobs).toHaveLength(1);
    expect(await findErrors(jobs)).toEqual([]);
    expect(jobs[0]).toMatchObject({ spec: { backoffLimit: 0, activeDeadlineSeconds: 3600 } });
    const container = (jobs[0] as Workload).spec.template.spec.containers[0];
    expect(container).toMatchObject({
      image: expect.stringMatching(/\/foyer-operate:/),
      securityContext: { readOnlyRootFilesystem: true },
      ...(args.length > 0
        ? { args }
        : { command: ['node', '--eval', expect.stringContaining('setTimeout')] }),
    });
  });

  it('contains no secrets, and reads them from the named Secret', () => {
    const { objects } = render(FULL);
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const extra = ['NODE_EXTRA_CA_CERTS', 'PGAPPNAME'];
    const given = workloadsOf(objects)
      .flatMap(({ spec }) => spec.template.spec.containers[0]?.env ?? [])
      .filter(({ name }) => !extra.includes(name));
    expect(given).not.toEqual([]);
    for (const variable of given)
      expect(variable).toMatchObject({ valueFrom: { secretKeyRef: { name: 'foyer', key: variable.name } } });
    expect(() => render({ ...LEAST_VALUES, config: { ...config, CSRF_SECRET: 'x' } })).toThrow('CSRF_SECRET');
  });

  it.each([
    ['a missing registry', { ...LEAST_VALUES, image: {} }, /registry/],
    ['a missing Secret', { ...LEAST_VALUES, existingSecret: '' }, /existingSecret/],
    ['a missing PUBLIC_URL', { ...LEAST_VALUES, config: { ...config, PUBLIC_URL: undefined } }, /PUBLIC_URL/],
    [
      'a PUBLIC_URL without https',
      { ...LEAST_VALUES, config: { ...config, PUBLIC_URL: 'http://x.test' } },
      /PUBLIC_URL/,
    ],
    ['an unknown variable', { ...LEAST_VALUES, config: { ...config, PUBLIK_URL: 'x' } }, /PUBLIK_URL/],
    ['an unknown log level', { ...LEAST_VALUES, config: { ...config, LOG_LEVEL: 'loud' } }, /LOG_LEVEL/],
    [
      'a pool size that is not a number',
      { ...LEAST_VALUES, config: { ...config, DATABASE_POOL_SIZE: 'abc' } },
      /DATABASE_POOL_SIZE/,
    ],
    ['a misspelt resource', { ...LEAST_VALUES, api: { resources: { limits: { memroy: '1Gi' } } } }, /memroy/],
    ['an unknown setting', { ...LEAST_VALUES, replicas: 3 }, /replicas/],
    [
      'an invalid image digest',
      { ...LEAST_VALUES, image: { ...LEAST_VALUES.image, digests: { api: 'latest' } } },
      /digests/,
    ],
    ['an Ingress without a host', { ...LEAST_VALUES, ingress: { enabled: true } }, /host/],
  ])('rejects %s', (_, values, complaint) => {
    expect(() => render(values)).toThrow(complaint);
  });

  it('accepts only plain variables that .env.example explains', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    for (const name of configNames()) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it('leaves the number of replicas to the autoscaler if there is one', () => {
    expect(workloadsOf(render(LEAST_VALUES).objects)[0]?.spec.replicas).toBe(2);
    const { objects } = render(FULL);
    expect(workloadsOf(objects)[0]?.spec.replicas).toBeUndefined();
    expect(ofKind(objects, 'HorizontalPodAutoscaler')[0]).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'foyer-api' } },
    });
  });

  it('selects only the intended pods with each selector', () => {
    const { objects } = render(FULL);
    const pods = [...workloadsOf(objects), ...testOf(objects)].map(({ spec, metadata }) => ({
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
      // A policy whose name begins with `foyer-to-` selects pods by a list. Another test checks these policies.
      if (!metadata.name.startsWith('foyer-to-'))
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
    // The alerts expect these names of Prometheus jobs. With other names, the API would always look missing.
    const { jobLabel } = monitor?.spec as unknown as { jobLabel: string };
    expect(monitored.map(({ metadata }) => metadata.labels?.[jobLabel])).toEqual([
      'foyer-api',
      'foyer-mail-worker',
    ]);
    const asked = JSON.stringify(ofKind(objects, 'PrometheusRule')).matchAll(/job=\\"([^"\\]+)/g);
    expect(new Set([...asked].map(([, job]) => job))).toEqual(new Set(['foyer-api']));
  });

  it('turns off the Ingress’s redirect to https, and keeps the operator’s annotations', () => {
    const [ingress] = ofKind<KubernetesObject & { metadata: { annotations?: object } }>(
      render(FULL).objects,
      'Ingress',
    );
    expect(ingress?.metadata.annotations).toEqual({
      'cert-manager.io/cluster-issuer': 'letsencrypt',
      'nginx.ingress.kubernetes.io/ssl-redirect': 'false',
    });
  });

  it('allows calls only to the API and to metrics, and denies all other traffic', () => {
    const policies = ofKind<KubernetesObject & { spec: Record<string, unknown> }>(
      render(FULL).objects,
      'NetworkPolicy',
    );
    const specOf = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec;
    expect(specOf('foyer-nothing-else')).toHaveProperty('policyTypes', ['Ingress', 'Egress']);
    expect(specOf('foyer-nothing-else')).not.toHaveProperty('egress');
    expect(specOf('foyer-metrics')?.['ingress']).toEqual([
      { ports: [{ port: 'metrics' }], from: FULL.networkPolicy.metricsCallers },
    ]);
    expect(specOf('foyer-nothing-else')).not.toHaveProperty('ingress');
    expect(specOf('foyer-api')?.['ingress']).toEqual([
      {
        ports: [{ port: 'http' }],
        from: [
          ...FULL.networkPolicy.callers,
          {
            podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'test' }) },
          },
        ],
      },
    ]);
  });

  it('has one egress policy for each purpose, and none for an unused purpose', () => {
    type Policy = KubernetesObject & {
      spec: {
        podSelector: { matchExpressions: { values: string[] }[] };
        policyTypes: string[];
        egress: object[];
      };
    };
    const waysOf = (values: object) =>
      ofKind<Policy>(render(values).objects, 'NetworkPolicy')
        .filter(({ metadata }) => metadata.name.startsWith('foyer-to-'))
        .map(({ metadata, spec }) => {
          expect(spec.policyTypes).toEqual(['Egress']);
          return [metadata.name, spec.podSelector.matchExpressions[0]?.values, spec.egress];
        });
    const all = ['api', 'worker', 'migrate', 'operate', 'check-api', 'check-worker', 'check-migrate'];
    const names = [{ ports: [{ port: 53, protocol: 'UDP' }, { port: 53 }] }];
    expect(waysOf(LEAST_VALUES)).toEqual([
      ['foyer-to-database', all, [{ ports: [{ port: 5432 }] }]],
      ['foyer-to-names', all, names],
      ['foyer-to-smtp', ['worker', 'check-worker'], [{ ports: [{ port: 465 }, { port: 587 }] }]],
    ]);
    const paid = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1', LEAKED_PASSWORDS_URL: 'https://leaked.test/range/' };
    expect(waysOf({ ...FULL, config: { ...FULL.config, ...paid } })).toEqual([
      ['foyer-to-card-provider', ['api', 'operate', 'check-api'], [{ ports: [{ port: 443 }] }]],
      ['foyer-to-database', all, [{ ports: [{ port: 6432 }], to: FULL.networkPolicy.database.to }]],
      ['foyer-to-leaked-passwords', ['api'], [{ ports: [{ port: 443 }] }]],
      ['foyer-to-names', all, names],
      ['foyer-to-smtp', ['worker', 'check-worker'], [{ ports: [{ port: 465 }, { port: 587 }] }]],
      ['foyer-to-telemetry', ['api', 'worker'], [{ ports: [{ port: 4318 }] }]],
    ]);
  });

  it('adds the operator’s settings to every pod, and runs an image by its digest', () => {
    const workloads = workloadsOf(render(FULL).objects);
    expect(workloads.map(({ spec }) => spec.template.spec.containers[0]?.image)).toEqual([
      'registry.example.com/foyer/foyer-api:1.2.3',
      `registry.example.com/foyer/foyer-worker@${DIGEST}`,
      'registry.example.com/foyer/foyer-migrate:1.2.3',
    ]);
    for (const { spec } of workloads) {
      expect(spec.template.metadata).toMatchObject({
        labels: FULL.podLabels,
        annotations: FULL.podAnnotations,
      });
      expect(spec.template.spec).toMatchObject({
        affinity: FULL.affinity,
        priorityClassName: 'important',
        volumes: [{ name: 'tmp' }, { name: 'ca', configMap: { name: 'company-ca' } }, ...FULL.extraVolumes],
        containers: [
          {
            env: expect.arrayContaining([
              { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/foyer/ca/bundle.pem' },
              ...FULL.extraEnv,
            ]),
            volumeMounts: [
              { name: 'tmp' },
              { name: 'ca', mountPath: '/etc/foyer/ca', readOnly: true },
              ...FULL.extraVolumeMounts,
            ],
          },
        ],
      });
    }
  });

  it.each([
    ['api', [], ['DATABASE_URL', 'DATABASE_DIRECT_URL']],
    ['worker', [], ['WORKER_DATABASE_URL']],
    ['migrate', [], ['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL']],
    ['operate', [], ['MIGRATE_DATABASE_URL']],
    ['operate', ['studio'], ['MIGRATE_DATABASE_URL']],
    [
      'operate',
      ['migrate', '--undone', 'a'],
      ['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL'],
    ],
  ])('gives %s %j only its own database accounts', (component, args, names) => {
    const { objects } = render({ ...LEAST_VALUES, operate: { enabled: true, args } });
    const variables = workloadsOf(objects)
      .filter(({ metadata }) => metadata.name.startsWith(`foyer-${component}`))
      .flatMap(({ spec }) => spec.template.spec.containers[0]?.env ?? []);
    expect(variables.map(({ name }) => name).filter((name) => name.includes('DATABASE'))).toEqual(names);
  });

  it('labels traces with their release version and namespace', () => {
    const said = (values: object) =>
      ofKind<KubernetesObject & { data: Labels }>(render(values).objects, 'ConfigMap').find(
        ({ metadata }) => metadata.name === 'foyer',
      )?.data['OTEL_RESOURCE_ATTRIBUTES'];
    expect(said(LEAST_VALUES)).toMatch(/^service\.version=\d[\w.-]+,k8s\.namespace\.name=portal$/);
    expect(said(FULL)).toBe('service.version=1.2.3,k8s.namespace.name=portal');
  });

  it.each([
    ['the default replicas', FULL.api, { api: 2, worker: 2 }],
    [
      'the autoscaler’s minimum of replicas',
      { autoscaling: { enabled: true, minReplicas: 5 } },
      { api: 5, worker: 2 },
    ],
    ['the replicas of the values', { replicas: 4, autoscaling: { enabled: false } }, { api: 4, worker: 2 }],
  ])('includes the alerts unchanged, except for the namespace, the release and %s', (_, api, wanted) => {
    const { objects } = render({ ...FULL, api });
    const text = readFileSync(join(CHART, 'observability', 'alerts.yaml'), 'utf8');
    const rules = parse(text) as { groups: [{ rules: { record?: string; labels: Labels }[] }] };
    const [ofApi, ofWorker] = rules.groups[0].rules.filter(
      ({ record }) => record === 'foyer:replicas_wanted',
    );
    for (const [rule, count] of [
      [ofApi, wanted.api],
      [ofWorker, wanted.worker],
    ] as const)
      Object.assign(rule ?? {}, {
        expr: `vector(${count})`,
        labels: { ...rule?.labels, namespace: 'portal', release: 'foyer' },
      });
    expect(ofKind(objects, 'PrometheusRule')[0]?.['spec']).toEqual(rules);
    const [monitor] = ofKind<KubernetesObject & { spec: object }>(objects, 'ServiceMonitor');
    expect(monitor?.spec).toMatchObject({ targetLabels: ['release'] });
    for (const name of ['foyer-api-metrics', 'foyer-worker-metrics'])
      expect(
        ofKind<KubernetesObject & { metadata: { labels: Labels } }>(objects, 'Service').find(
          ({ metadata }) => metadata.name === name,
        )?.metadata.labels,
      ).toHaveProperty('release', 'foyer');
  });

  it('includes the dashboard unchanged', () => {
    const { objects } = render(FULL);
    const read = (file: string): string => readFileSync(join(CHART, 'observability', file), 'utf8');
    const [dashboard] = ofKind<KubernetesObject & { data: Labels }>(objects, 'ConfigMap').filter(
      ({ metadata }) => metadata.name === 'foyer-dashboard',
    );
    expect(dashboard?.metadata.labels).toHaveProperty('grafana_dashboard', '1');
    expect(JSON.parse(dashboard?.data['foyer.json'] ?? '')).toEqual(JSON.parse(read('dashboard.json')));
  });

  it('checks with `helm test` that the API is ready, through its Service', () => {
    const test = testOf(render(LEAST_VALUES).objects).find(({ metadata }) => metadata.name === 'foyer-test');
    expect(test?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
    expect(JSON.stringify(test?.spec)).toContain('http://foyer-api/readyz');
  });

  it.each([
    ['api', ['DATABASE_URL', 'CSRF_SECRET', 'MAIL_SECRET', 'SAML_SIGNING_KEY']],
    ['worker', ['WORKER_DATABASE_URL', 'MAIL_SECRET', 'SMTP_URL']],
    ['migrate', ['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL']],
  ])('checks the installation with `helm test`, with only the secrets of %s', (process, required) => {
    const pod = testOf(render(LEAST_VALUES).objects).find(
      ({ metadata }) => metadata.name === `foyer-check-${process}`,
    );
    expect(pod?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
    const container = pod?.spec.template.spec.containers[0];
    expect(container).toMatchObject({ image: expect.stringMatching(/\/foyer-operate:/), args: ['check'] });
    const variables = container?.env as {
      name: string;
      valueFrom?: { secretKeyRef: { optional?: boolean } };
    }[];
    expect(
      variables.filter(({ valueFrom }) => !valueFrom?.secretKeyRef.optional).map(({ name }) => name),
    ).toEqual(required);
  });

  it('prints after an installation how to open the portal', () => {
    expect(render(FULL).notes).toContain('Open https://portal.example.com');
    expect(render(LEAST_VALUES).notes).toContain('foyer-api, port 80');
  });
});
