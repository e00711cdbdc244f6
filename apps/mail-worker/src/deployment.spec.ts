import { describe, expect, it } from '@jest/globals';
import { SECRETS } from '@foyer/mail/environment';
import { composeEnvironment, ownPortalEnvironment } from '@foyer/tools/deploy/deployed-environment';
import { readWorkerEnv, workerEnv } from './env.ts';

const names = Object.keys(workerEnv.shape);
const secrets = SECRETS.filter((name) => names.includes(name));

describe('the environment of a deployed mail worker', () => {
  it('gets every secret from docker-compose.yml, and no variable that the worker does not know', async () => {
    const env = await composeEnvironment('worker');
    expect(Object.keys(env)).toEqual(expect.arrayContaining(secrets));
    expect(names).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(readWorkerEnv(env)).toMatchObject({ NODE_ENV: 'development', SMTP_URL: 'smtp://inbox:1025' });
  });

  it('is valid for production with the settings of an own portal in docker-compose.yml', async () => {
    expect(readWorkerEnv(await ownPortalEnvironment('worker'))).toMatchObject({
      NODE_ENV: 'production',
      INSECURE_TRANSPORT: 'postgres@postgres',
    });
  });
});
