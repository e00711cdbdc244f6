import { describe, expect, it } from '@jest/globals';
import { composeEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);

describe('the environment of a deployed mail worker', () => {
  it('is complete in docker-compose.yml, and nothing in it is unknown', async () => {
    const { NODE_ENV, ...env } = await composeEnvironment('worker');
    expect(NODE_ENV).toBe('production');
    expect(Object.keys(env).toSorted()).toEqual(names.toSorted());
    expect(readWorkerEnv(env).SMTP_URL).toBe('smtp://inbox:1025');
  });
});
