import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartedProcess } from '@foyer/testing/start-process';
import { findFreePort } from '@foyer/tools/run/ports';
import supertest from 'supertest';
import { signUp } from './test-support/test-accounts.ts';
import { SHORT_WAITS, TestApi, testEnvironment, Visitor } from './test-support/test-api.ts';
import { GOOD_PASSWORD } from './test-support/test-bodies.ts';
import { TestFactor } from './test-support/test-factor.ts';
import { makeStartFolder } from './test-support/test-web-dist.ts';

describe('an API that receives SIGTERM', () => {
  let witness: TestApi;
  beforeAll(async () => {
    witness = await TestApi.start({});
    await witness.empty();
  });
  afterAll(() => witness.stop());

  it('stops being ready, but still answers new and open requests, and then exits with 0', async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    // `npm run test:deep`, and `npm test` with a path, build the API before the specs.
    const api = await StartedProcess.start(
      'apps/api/dist/main.js',
      { ...testEnvironment(), PORT: String(port), PUBLIC_URL: url },
      'the portal is up',
      makeStartFolder(),
    );
    const lock = await witness.pool.connect();
    try {
      const visitor = new Visitor(supertest.agent(url));
      await visitor.refreshCsrfToken();
      const ready = await fetch(`${url}/readyz`);
      expect([ready.status, ready.headers.get('keep-alive')]).toEqual([200, 'timeout=75']);
      await lock.query('BEGIN; LOCK TABLE lockouts');
      const inHand = visitor
        .post('/login', { email: 'ada@example.com', password: GOOD_PASSWORD })
        .then((reply) => reply);
      await witness.untilLockWait();

      const startedAt = performance.now();
      const stopped = api.kill('SIGTERM');
      while ((await fetch(`${url}/readyz`)).status === 200);
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      const answer = await fetch(`${url}/session`);
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
      const answers: number[] = [];
      const call = async () => {
        for (let number = 0; number < 20; number++) answers.push((await fetch(`${url}/session`)).status);
      };
      await Promise.all([call(), call(), call(), call()]);
      expect(new Set(answers)).toEqual(new Set([200]));
      const isListening = () =>
        fetch(`${url}/healthz`).then(
          () => true,
          () => false,
        );
      while (await isListening());
      await expect(fetch(`${url}/session`)).rejects.toThrow('fetch failed');
      await lock.query('COMMIT');
      expect((await inHand).status).toBe(401);
      await stopped;
      expect(await api.exit()).toBe(0);
      // The process exits before the keep-alive timeout ends.
      expect(performance.now() - startedAt).toBeLessThan(60_000);
    } finally {
      await lock.query('ROLLBACK').catch(() => {});
      lock.release();
      await api.kill();
    }
  });
});

describe('an API with two database connections', () => {
  it('completes a login with a code in a known browser, although one endpoint gets only one connection', async () => {
    const api = await TestApi.start({ DATABASE_POOL_SIZE: '2', ...SHORT_WAITS });
    try {
      await api.empty();
      const email = 'ada@example.com';
      const login = { email, password: GOOD_PASSWORD };
      const browser = await signUp(api, email);
      expect((await browser.postUntilChecked('/login', login)).status).toBe(200);
      const factor = await TestFactor.make(api, email);
      await browser.refreshCsrfToken();
      expect((await browser.postUntilChecked('/login', login)).status).toBe(401);
      const code = await factor.freshCode();
      const reply = await browser.post('/login/second-factor', { code, rememberDevice: false });
      expect(reply.status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

describe('an API whose database connections are all busy', () => {
  it('answers 503 with Retry-After, and is ready again afterwards', async () => {
    const api = await TestApi.start({ DATABASE_POOL_SIZE: '2', ...SHORT_WAITS });
    const witness = await TestApi.start();
    const lock = await witness.pool.connect();
    try {
      await api.empty();
      const visitor = await api.visit();
      await lock.query('BEGIN; LOCK TABLE lockouts');
      const replies = await Promise.all(
        Array.from({ length: 5 }, (_, number) =>
          visitor.post('/login', { email: `guest-${number}@example.com`, password: GOOD_PASSWORD }),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
      for (const { headers } of replies) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect((await api.http.get('/healthz')).status).toBe(200);
      await lock.query('COMMIT');
      expect((await api.http.get('/readyz')).status).toBe(200);
    } finally {
      await lock.query('ROLLBACK').catch(() => {});
      lock.release();
      await api.stop();
      await witness.stop();
    }
  });
});
