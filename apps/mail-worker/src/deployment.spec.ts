import { describe, expect, it } from '@jest/globals';
import { SECRETS } from '@foyer/mail/environment';
import { composeEnvironment, ownPortalEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);
const secrets = SECRETS.filter((name) => names.includes(name));

describe('the environment of a deployed mail worker', () => {
  it('has every secret in docker-compose.yml, and nothing in it is unknown', async () => {
    const env = await composeEnvironment('worker');
    expect(Object.keys(env)).toEqual(expect.arrayContaining(secrets));
    expect(names).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(readWorkerEnv(env)).toMatchObject({ NODE_ENV: 'development', SMTP_URL: 'smtp://inbox:1025' });
  });

  it('is fit for production where a portal of one’s own is in docker-compose.yml', async () => {
    expect(readWorkerEnv(await ownPortalEnvironment('worker'))).toMatchObject({
      NODE_ENV: 'production',
      INSECURE_TRANSPORT: 'postgres@postgres',
    });
  });
});
