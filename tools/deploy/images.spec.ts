import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../places.ts';
import { COMPOSE_FILE, interpolate, readComposeServices } from './compose-file.ts';
import { makeDeploymentSecrets, makeStandInVariables } from './deployment-secrets.ts';
import { readImageStages, type Instruction } from './image-stages.ts';

const PRODUCTION = ['api', 'worker', 'migrate'];
const stages = readImageStages();
const services = readComposeServices();

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const last = (stage: string, name: string): string | undefined =>
  stages.get(stage)?.findLast((instruction) => instruction.name === name)?.rest;
const copiesOf = (stage: string): Instruction[] =>
  (stages.get(stage) ?? []).filter(({ name }) => name === 'COPY');

describe('the images', () => {
  it('are made for production and for development', () => {
    expect([...stages.keys()]).toEqual(expect.arrayContaining([...PRODUCTION, 'stand-ins']));
  });

  it('run on the Node that the project runs on', () => {
    for (const instructions of stages.values())
      expect(instructions[0]).toEqual({ name: 'FROM', rest: `node:${read('.nvmrc').trim()}-bookworm-slim` });
  });

  it.each([...PRODUCTION, 'stand-ins'])(
    '%s runs as nobody in particular and stops when it is told to',
    (stage) => {
      expect(last(stage, 'USER')).toBe('1000:1000');
      expect(last(stage, 'STOPSIGNAL')).toBe('SIGTERM');
    },
  );

  it.each(PRODUCTION)('%s runs Node itself, with the packages of production and their list', (stage) => {
    expect(last(stage, 'CMD')).toMatch(/^\["node", "[^"]+"\]$/);
    const packages = copiesOf(stage).filter(({ rest }) => rest.includes('node_modules'));
    const [, from = ''] = /^--from=(\S+-packages) /.exec(packages[0]?.rest ?? '') ?? [];
    expect(packages).toHaveLength(1);
    expect(stages.get(from)?.findLast(({ name }) => name === 'RUN')?.rest).toMatch(
      /\bsh deploy\/images\/install-packages\.sh$/,
    );
    expect(copiesOf(stage).map(({ rest }) => rest)).toContain(`--from=${from} /app/sbom.cdx.json ./`);
  });

  it.each(PRODUCTION)('%s takes no whole tree, no stand-in and no test library with it', (stage) => {
    for (const { rest } of copiesOf(stage))
      expect(rest).not.toMatch(/^\. |stand-ins|testing|stories|tools tools|tools\/ /);
  });

  it('hold no secret', () => {
    for (const { name, rest } of [...stages.values()].flat())
      if (name === 'ENV' || name === 'ARG') expect(rest).not.toMatch(/SECRET|PASSWORD|CREDENTIAL|_KEY|URL/);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['*', '**/.env*', '**/.data', '**/node_modules']));
  });

  it('say themselves whether the API is up', () => {
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

  it.each(ours)('gives %s no right and nothing to change', (_, service) => {
    expect(service).toMatchObject({
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  it('starts what it needs to be a portal, twice where it can, after the migration', () => {
    const always = Object.keys(services).filter((name) => !services[name]?.profiles);
    expect(always).toEqual(['postgres', 'migrate', 'api', 'worker', 'proxy', 'inbox']);
    for (const name of ['api', 'worker'])
      expect(services[name]).toMatchObject({
        deploy: { replicas: 2 },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
  });

  it('can be reached from this machine only, and its database from nowhere', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).not.toEqual([]);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const name of ['postgres', 'api', 'worker', 'migrate'])
      expect(services[name]?.ports).toBeUndefined();
  });

  it('asks for every secret and has a default for none', async () => {
    const text = readFileSync(COMPOSE_FILE, 'utf8');
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const secrets = await makeDeploymentSecrets();
    expect(required).toEqual(
      new Set([...Object.keys(secrets).filter((name) => name !== 'SERVICE_CREDENTIAL'), 'HOME_URL']),
    );
    for (const [, name = '', fallback] of text.matchAll(/\$\{(\w+):-([^}]*)\}/g))
      if (/SECRET|PASSWORD|CREDENTIAL|_KEY$/.test(name)) expect([name, fallback]).toEqual([name, '']);
    expect(() => interpolate(text, makeStandInVariables())).toThrow('npm run secrets:new');
    expect(interpolate(text, { ...secrets, ...makeStandInVariables() })).not.toContain('${');
  });

  it('lets the proxy replace what a client says about itself', () => {
    const caddyfile = read('deploy/proxy/Caddyfile');
    expect(caddyfile).not.toContain('trusted_proxies');
    expect(caddyfile).toContain('header_up -Forwarded');
    expect(services['api']?.environment).toMatchObject({ TRUSTED_PROXY_HOPS: 1 });
  });
});
