import { expect, it } from '@jest/globals';
import { chartEnvironment } from '@foyer/testbed/helm/chart-environment';
import { noHelm } from '@foyer/testbed/helm/helm-program';
import { describeUnless } from '@foyer/testbed/test-unless';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);

describeUnless(noHelm, 'the environment of a deployed mail worker', () => {
  it('is complete in the Helm chart', async () => {
    const env = await chartEnvironment('worker');
    expect(names.filter((name) => !env.names.has(name))).toEqual([]);
    expect(readWorkerEnv(env.least).PUBLIC_URL.href).toBe('https://portal.example.com/');
  });
});
