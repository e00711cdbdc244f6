import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

describe('a form that no script handles', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const post = (path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
    api.http
      .post(path)
      .set('accept', accept)
      .type('form')
      .send({ email: 'ada@forms.test', password: 'secret' });

  it.each(['/', '/login', '/login?redirect=/settings/team', '/signup/form', '/reset-password'])(
    'posted to %s leaves the browser where it is',
    async (path) => {
      const reply = await post(path);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers).not.toHaveProperty('set-cookie');
    },
  );

  it('is no way into a call, and no page [asvs 3.5.2]', async () => {
    expect((await post('/login', 'application/json')).status).toBe(415);
    expect((await post('/nowhere')).status).toBe(404);
  });

  it('is left to the calls that take forms', async () => {
    expect((await post('/oauth/authorize')).status).not.toBe(204);
  });
});
