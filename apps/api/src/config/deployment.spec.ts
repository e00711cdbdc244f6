import { describe, expect, it } from '@jest/globals';
import { SECRETS } from '@foyer/mail/environment';
import { composeEnvironment, ownPortalEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { apiEnv, readApiEnv } from './env.ts';

const names = Object.keys(apiEnv.shape);
const secrets = SECRETS.filter((name) => names.includes(name));

describe('the environment of a deployed API', () => {
  it('has every secret in docker-compose.yml, which has no unknown variable', async () => {
    const env = await composeEnvironment('api');
    expect(Object.keys(env)).toEqual(expect.arrayContaining(secrets));
    expect(names).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(readApiEnv(env)).toMatchObject({ NODE_ENV: 'development', PORT: 3000, TRUSTED_PROXY_HOPS: 1 });
  });

  it('is valid for production in docker-compose.yml with all required settings', async () => {
    expect(readApiEnv(await ownPortalEnvironment('api'))).toMatchObject({
      NODE_ENV: 'production',
      INSECURE_TRANSPORT: 'postgres@postgres',
    });
  });
});
