import { describe, expect, it } from '@jest/globals';
import { chartEnvironment, composeEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);

describe('the environment of a deployed mail worker', () => {
  it('is complete in docker-compose.yml, and nothing in it is unknown', async () => {
    const { NODE_ENV, ...env } = await composeEnvironment('worker');
    expect(NODE_ENV).toBe('production');
    expect(Object.keys(env).toSorted()).toEqual(names.toSorted());
    expect(readWorkerEnv(env).SMTP_URL).toBe('smtp://inbox:1025');
  });

  it('is complete in the Helm chart', async () => {
    const env = await chartEnvironment('worker');
    expect(names.filter((name) => !env.names.has(name))).toEqual([]);
    expect(readWorkerEnv(env.least).PUBLIC_URL.href).toBe('https://portal.example.com/');
  });
});
