import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { ROOT } from '../paths.ts';
import { STAND_IN_KEYS } from '@foyer/card-provider-stand-in/start-card-provider';
import { filesLoadedBy } from '../lint/imports.ts';
import {
  COMPOSE_FILE,
  OVERRIDE_FILE,
  readComposeFile,
  readComposeServices,
  secretsOf,
} from './compose-file.ts';
import { makeDeploymentSecrets, secretFiles, type Reader } from './deployment-secrets.ts';
import { readImageStages, type Instruction } from './image-stages.ts';

const PRODUCTION = ['api', 'worker', 'migrate', 'operate'];
const stages = readImageStages();
const services = readComposeServices();

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const last = (stage: string, name: string): string | undefined =>
  stages.get(stage)?.findLast((instruction) => instruction.name === name)?.rest;
const programsOf = (image: string): string[] =>
  Object.values(services).flatMap(({ image: of, command = [] }) =>
    of === image ? (command.at(-1) ?? []) : [],
  );
const copiesOf = (stage: string): Instruction[] =>
  (stages.get(stage) ?? []).filter(({ name }) => name === 'COPY');

describe('the images', () => {
  it('exist for production and for development', () => {
    expect([...stages.keys()]).toEqual(expect.arrayContaining([...PRODUCTION, 'stand-ins']));
  });

  it('run on the project’s version of Node', () => {
    for (const instructions of stages.values()) {
      const [first] = instructions;
      // Renovate adds a digest after the @.
      const [image] = first?.rest.split('@') ?? [];
      expect([first?.name, image]).toEqual(['FROM', `node:${read('.nvmrc').trim()}-bookworm-slim`]);
    }
  });

  it.each([...PRODUCTION, 'stand-ins'])(
    '%s runs as an unprivileged account and stops on SIGTERM',
    (stage) => {
      expect(last(stage, 'USER')).toBe('1000:1000');
      expect(last(stage, 'STOPSIGNAL')).toBe('SIGTERM');
    },
  );

  it.each(PRODUCTION)('%s starts its program, with the production packages and their list', (stage) => {
    const command = last(stage, 'CMD') ?? last(stage, 'ENTRYPOINT');
    expect(command).toMatch(stage === 'api' ? /^\["sh", "apps\/api\/start.sh"\]$/ : /^\["node", "/);
    const packages = copiesOf(stage).filter(({ rest }) => rest.includes('node_modules'));
    const [, from = ''] = /^--from=(\S+-packages) /.exec(packages[0]?.rest ?? '') ?? [];
    expect(packages).toHaveLength(1);
    expect(stages.get(from)?.findLast(({ name }) => name === 'RUN')?.rest).toMatch(
      /\bsh deploy\/images\/install-packages\.sh(?: prisma-cli)?$/,
    );
    expect(copiesOf(stage).map(({ rest }) => rest)).toContain(
      `--from=${from} /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES ./`,
    );
  });

  it('start the API with the script that sets its heap limit, as docs/install.md and the compose file do', () => {
    for (const file of ['docs/install.md', 'docker-compose.yml'])
      expect([
        file,
        read(file).includes('apps/api/start.sh'),
        read(file).includes('api/dist/main.js'),
      ]).toEqual([file, true, false]);
    const heap = `require('node:v8').getHeapStatistics().heap_size_limit / 2 ** 20`;
    const script = join(ROOT, 'apps/api/start.sh');
    const bound = execFileSync('sh', [script, '--print', heap], { cwd: '/', encoding: 'utf8' });
    expect(Number(bound)).toBe(160 + 3 * 16);
  });

  it('install packages only by the lock file', () => {
    const commands = [read('Dockerfile'), read('deploy/images/install-packages.sh')].join('\n');
    expect(commands).not.toMatch(/npm (?:i|install|update)\b/);
    expect(commands.match(/npm ci --ignore-scripts(?: --omit=dev)?$/gm)).toHaveLength(2);
  });

  it('include the notices and the list of packages of the web application', () => {
    expect(copiesOf('api').map(({ rest }) => rest)).toEqual(
      expect.arrayContaining([
        '--from=web-packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES apps/web/dist/',
        '--from=web-packages /app/THIRD-PARTY-NOTICES apps/web/dist/assets/third-party-notices.txt',
      ]),
    );
  });

  it.each(PRODUCTION)(
    '%s copies no whole folder tree, no stand-in and no test library [asvs 13.4.1, 15.2.3]',
    (stage) => {
      for (const { rest } of copiesOf(stage))
        expect(rest).not.toMatch(/^\. |stand-ins|testbed|testing|stories|tools tools|tools\/ /);
    },
  );

  it.each([
    [
      'migrate',
      ['tools/deploy/migrate.ts', 'tools/prisma/apply-migrations.ts', 'libs/mail/src/prepare-queues.ts'],
    ],
    [
      'operate',
      [
        'apps/operate/src/main.ts',
        'tools/deploy/keep-secrets.ts',
        'tools/deploy/migrate.ts',
        'tools/prisma/apply-migrations.ts',
        'libs/mail/src/prepare-queues.ts',
        'tools/prisma/studio-words.ts',
        'apps/operate/src/operate.ts',
        'apps/operate/src/check/check.ts',
        'apps/operate/src/oauth/apps.ts',
        'apps/operate/src/saml/import-idp.ts',
        'apps/operate/src/saml/new-key.ts',
      ],
    ],
    ['stand-ins', programsOf('foyer-stand-ins')],
  ])('%s has every file that its programs load', (stage, programs) => {
    const copied = copiesOf(stage).flatMap(({ rest }) =>
      rest
        .replace(/^--from=\S+ /, '')
        .split(' ')
        .slice(0, -1),
    );
    // Builds exclude the sources of libs/testing, except for those that .dockerignore lists with `!`.
    const ofTesting = read('.dockerignore').split('\n');
    const isCopied = (file: string): boolean =>
      !/\/test-[^/]*$/.test(file) &&
      (!file.startsWith('libs/testing/') || ofTesting.includes(`!${file}`)) &&
      copied.some((path) => file === path || file.startsWith(`${path}/`));
    const loaded = programs.flatMap((program) => [...filesLoadedBy(program)]);
    // The card provider's stand-in is only in the image `stand-ins`. Programs of the other images load it only in a
    // clone.
    expect(
      loaded.filter(
        (file) =>
          !isCopied(file) && !(file.startsWith('testbed/card-provider-stand-in/') && stage !== 'stand-ins'),
      ),
    ).toEqual([]);
  });

  it('contain no secret', () => {
    for (const { name, rest } of [...stages.values()].flat())
      if (name === 'ENV' || name === 'ARG') expect(rest).not.toMatch(/SECRET|PASSWORD|CREDENTIAL|_KEY|URL/);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['*', '**/.env*', '**/.data', '**/node_modules']));
  });

  it('have a health check for the API', () => {
    expect(last('api', 'HEALTHCHECK')).toMatch(/CMD \["node", "-e", ".*\/healthz/);
  });
});

describe('docker-compose.yml', () => {
  const ours = Object.entries(services).filter(([name]) => name !== 'postgres');

  it('builds each image from a stage of the Dockerfile', () => {
    const targets = ours.flatMap(([, { build }]) => build?.target ?? []);
    expect(new Set(targets)).toEqual(new Set([...PRODUCTION, 'stand-ins']));
    for (const [, { image, build }] of ours) if (build) expect(image).toBe(`foyer-${build.target}`);
  });

  it.each(ours)('gives %s no privileges and a read-only file system', (_, service) => {
    expect(service).toMatchObject({
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  // The schema is from github.com/compose-spec/compose-spec (Apache 2.0).
  const schema = JSON.parse(read('tools/deploy/compose-schema.json')) as object;
  const isComposeFile = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(
    schema,
  );

  it.each([COMPOSE_FILE, OVERRIDE_FILE])('%s conforms to the Compose Specification', (file) => {
    const written = readComposeFile(file);
    expect([isComposeFile(written), isComposeFile.errors]).toEqual([true, null]);
    expect(isComposeFile({ ...written, services: { api: { memory: '1g' } } })).toBe(false);
  });

  it('starts all parts of a portal, with two replicas of API and worker after the migration', () => {
    const portal = readComposeServices([COMPOSE_FILE]);
    const always = Object.keys(portal).filter((name) => !portal[name]?.profiles);
    expect(always).toEqual(['secrets', 'postgres', 'migrate', 'api', 'worker', 'proxy']);
    for (const name of ['api', 'worker'])
      expect(services[name]).toMatchObject({
        deploy: { replicas: 2 },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
  });

  it('gives demo accounts and stand-ins only to a trial installation [asvs 6.3.2]', () => {
    const text = read(COMPOSE_FILE);
    expect(text).not.toMatch(/development|foyer-stand-ins|prisma\/seed|standin/);
    expect(readComposeServices([COMPOSE_FILE])['api']?.environment).toMatchObject({ NODE_ENV: 'production' });
    for (const [name, service] of Object.entries(readComposeServices([OVERRIDE_FILE])))
      if (service.image) expect([name, service.image]).toEqual([name, 'foyer-stand-ins']);
  });

  it('publishes ports only on this machine, and none of the database, API or worker', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).not.toEqual([]);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const name of ['postgres', 'api', 'worker', 'migrate', 'operate'])
      expect(services[name]?.ports).toBeUndefined();
  });

  it('starts without .env, and has no default for a secret', () => {
    const text = read(COMPOSE_FILE);
    // `${NAME:?}` would end Compose if the variable is not set.
    expect(text + read(OVERRIDE_FILE)).not.toMatch(/\$\{\w+:?\?/);
    for (const [, name = '', fallback] of text.matchAll(/\$\{(\w+):-([^}]*)\}/g))
      if (/SECRET|PASSWORD|CREDENTIAL|_KEY$/.test(name)) expect([name, fallback]).toEqual([name, '']);
    const known = [...Object.values(STAND_IN_KEYS), 'known-secret-of-the-demo-app', ''];
    for (const [, name = '', fallback] of read(OVERRIDE_FILE).matchAll(/\$\{(\w+):-([^}]*)\}/g))
      if (/SECRET|PASSWORD|CREDENTIAL|_KEY$/.test(name)) expect(known).toContain(fallback);
  });

  it('creates all secrets first, and gives each process only its own [asvs 13.3.2]', async () => {
    const made = await makeDeploymentSecrets({ SAML_SIGNING_KEY: 'key and certificate' });
    const given = Object.keys(services['secrets']?.environment ?? {});
    const addresses = ['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'WORKER_DATABASE_URL'];
    expect(given.toSorted()).toEqual([...Object.keys(made), ...addresses].toSorted());
    const readers = secretFiles(made);
    const readerOf: Record<string, Reader> = {
      postgres: 'postgres',
      migrate: 'migrate',
      api: 'api',
      worker: 'worker',
      operate: 'owner',
      studio: 'owner',
      'demo-data': 'owner',
    };
    for (const [name, service] of Object.entries(services)) {
      if (name === 'secrets') continue;
      const { volumes, files } = secretsOf(service);
      const reader = readerOf[name];
      expect([name, volumes]).toEqual([name, reader ? [`secrets-${reader}:/run/foyer:ro`] : []]);
      const isRead = reader !== undefined && reader !== 'postgres';
      expect([name, files]).toEqual([name, isRead ? Object.keys(readers[reader]) : []]);
    }
    expect(services['secrets']?.volumes?.toSorted()).toEqual([
      ...Object.keys(readers)
        .map((reader) => `secrets-${reader}:/run/foyer-for/${reader}`)
        .toSorted(),
      'secrets:/run/foyer',
    ]);
    expect(Object.keys(readComposeFile(COMPOSE_FILE).volumes)).toEqual(
      expect.arrayContaining(['secrets', ...Object.keys(readers).map((reader) => `secrets-${reader}`)]),
    );
    // The image needs these folders, because a new volume gets the owner of the folder over which it is mounted.
    expect(stages.get('operate')?.find(({ rest }) => rest.includes('mkdir'))?.rest).toContain(
      `for reader in ${Object.keys(readers).join(' ')}; do`,
    );
    expect(services['postgres']).toMatchObject({
      environment: { POSTGRES_PASSWORD_FILE: '/run/foyer/postgres-password' },
      depends_on: { secrets: { condition: 'service_completed_successfully' } },
    });
  });

  it('lets the proxy replace the headers of a client about itself [asvs 4.1.3]', () => {
    const caddyfile = read('deploy/proxy/Caddyfile');
    expect(caddyfile).not.toContain('trusted_proxies');
    expect(caddyfile).toContain('header_up -Forwarded');
    expect(services['api']?.environment).toMatchObject({ TRUSTED_PROXY_HOPS: 1 });
  });
});
