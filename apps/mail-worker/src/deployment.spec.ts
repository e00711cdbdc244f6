import { describe, expect, it } from '@jest/globals';
import { composeEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);

describe('the environment of a deployed mail worker', () => {
  it('is complete in docker-compose.yml, and nothing in it is unknown', async () => {
    const { NODE_ENV, ...env } = await composeEnvironment('worker');
    expect(NODE_ENV).toBe('production');
    // Its own address leads to Postgres itself (decision 86).
    const expected = names.filter((name) => name !== 'DATABASE_DIRECT_URL');
    expect(Object.keys(env).toSorted()).toEqual(expected.toSorted());
    expect(readWorkerEnv(env).SMTP_URL).toBe('smtp://inbox:1025');
  });
});
