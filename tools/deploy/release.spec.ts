import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../paths.ts';
import { readImageStages } from './image-stages.ts';

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; env?: Record<string, string> }[];
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const workflow = parse(read('.github/workflows/release.yml')) as {
  on: object;
  permissions: object;
  jobs: Record<string, Job>;
};
const { version } = JSON.parse(read('package.json')) as { version: string };
const script = read('deploy/release.sh');

describe('the release workflow', () => {
  const { build, publish } = workflow.jobs;

  it('runs only for a tag', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
  });

  it('builds, scans, publishes and signs, in this order', () => {
    const steps = [build, publish].flatMap((job) => job?.steps ?? []).map(({ run }) => run ?? '');
    expect(steps.flatMap((run) => /^deploy\/release\.sh (\w+)$/.exec(run)?.[1] ?? [])).toEqual([
      'build',
      'scan',
      'publish',
      'sign',
    ]);
    expect(publish?.needs).toBe('build');
  });

  it('may publish and sign only in the job that runs no code of packages', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(Object.keys(workflow.jobs)).toEqual(['build', 'publish']);
    expect(build?.permissions).toBeUndefined();
    expect(publish?.permissions).toEqual({ contents: 'read', packages: 'write', 'id-token': 'write' });
    const commands = publish?.steps.map(({ run = '' }) => run).join('\n');
    expect(commands).not.toMatch(/npm|node /);
    expect(JSON.stringify(build)).not.toContain('secrets.');
  });
});

describe('deploy/release.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-release-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('builds every production image', () => {
    const images = [...readImageStages()]
      .filter(
        ([stage, instructions]) =>
          stage !== 'runtime' && instructions.some(({ name }) => name === 'STOPSIGNAL'),
      )
      .map(([stage]) => stage);
    const [, named = ''] = /^images='(.*)'$/m.exec(script) ?? [];
    expect([...named.split(' '), 'stand-ins'].toSorted()).toEqual(images.toSorted());
  });

  it.each([
    ['of another version', 'v0.0.1', 'Only a tag is published'],
    ['of this version, without a registry', `v${version}`, 'REGISTRY names where the images go'],
  ])('publishes nothing from a tag %s', (_, tag, sentence) => {
    const clone = join(folder, tag);
    mkdirSync(join(clone, 'deploy'), { recursive: true });
    cpSync(join(ROOT, 'deploy/release.sh'), join(clone, 'deploy/release.sh'));
    cpSync(join(ROOT, 'package.json'), join(clone, 'package.json'));
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
    git('init', '--quiet');
    git(
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.com',
      'commit',
      '--allow-empty',
      '--quiet',
      '-m',
      'x',
    );
    git('tag', tag);
    const { status, stderr } = spawnSync('sh', ['deploy/release.sh', 'publish'], {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});

describe('the version', () => {
  it('is the same in package.json, in the chart and at the top of the changelog', () => {
    expect(parse(read('deploy/helm/foyer/Chart.yaml'))).toMatchObject({ version, appVersion: version });
    expect(/^## \[(.*?)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  });
});
