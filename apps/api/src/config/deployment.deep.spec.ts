import { expect, it } from '@jest/globals';
import { OUTSIDE_PRODUCTION } from '@foyer/mail/production-rules';
import { chartEnvironment } from '@foyer/testbed/helm/chart-environment';
import { noHelm } from '@foyer/testbed/helm/helm-program';
import { describeUnless } from '@foyer/testbed/test-unless';
import { apiEnv, readApiEnv } from './env.ts';

const names = Object.keys(apiEnv.shape).filter((name) => !OUTSIDE_PRODUCTION.includes(name));

describeUnless(noHelm, 'the environment of a deployed API', () => {
  it('is complete in the Helm chart', async () => {
    const env = await chartEnvironment('api');
    expect(names.filter((name) => !env.names.has(name))).toEqual([]);
    expect(readApiEnv(env.least)).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      TRUSTED_PROXY_HOPS: 1,
    });
  });
});
