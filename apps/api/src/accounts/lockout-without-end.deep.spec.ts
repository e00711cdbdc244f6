import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

const EMAIL = 'nobody@example.com';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.empty();
});
afterAll(() => api.stop());

it('locks, rather than opens, when the tries being checked never come to an end', async () => {
  await api.pool.query('INSERT INTO lockouts (subject, failed_count) VALUES ($1, 5)', [EMAIL]);
  const visitor = await api.visit();
  expect((await visitor.post('/login', { email: EMAIL, password: 'wrong' })).status).toBe(423);
});
