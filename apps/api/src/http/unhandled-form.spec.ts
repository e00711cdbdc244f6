import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

describe('a form that the browser posts without a script', () => {
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
    'to %s gets 204, so that the browser stays on the page',
    async (path) => {
      const reply = await post(path);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers).not.toHaveProperty('set-cookie');
    },
  );

  it('is rejected by a JSON call and at an unknown path [asvs 3.5.2]', async () => {
    expect((await post('/login', 'application/json')).status).toBe(415);
    expect((await post('/nowhere')).status).toBe(404);
  });

  it('is handled by the calls that accept forms', async () => {
    expect((await post('/oauth/authorize')).status).not.toBe(204);
  });
});
