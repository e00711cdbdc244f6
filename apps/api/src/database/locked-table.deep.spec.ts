import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitingCallers } from '@foyer/db/shared-pool';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { Client, Pool } from 'pg';
import { signUp } from '../test-support/test-accounts.ts';
import { SHORT_WAITS, TestApi } from '../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';

const SIGN_UPS = 200;
const EMAIL = 'ada@example.com';

describe('while a table is locked', () => {
  let api: TestApi;
  let operator: Client;

  beforeAll(async () => {
    api = await TestApi.start(SHORT_WAITS);
    await api.empty();
    operator = new Client({ connectionString: testDatabaseUrl() });
    await operator.connect();
  });
  afterAll(async () => {
    await operator.end();
    await api.stop();
  });

  it(`all ${SIGN_UPS} calls that need it get 503 with Retry-After, and all other calls succeed`, async () => {
    await signUp(api, EMAIL);
    const visitor = await api.visit();
    const other = await api.visit();
    await operator.query('BEGIN; LOCK TABLE registrations');
    const signingUp = Promise.all(
      Array.from({ length: SIGN_UPS }, (_, number) =>
        visitor.post('/register-by-email', signUpBody({ email: `crowd-${number}@example.com` })),
      ),
    );
    while (waitingCallers(api.service(Pool)) < SIGN_UPS / 2) await new Promise(setImmediate);

    for (let number = 0; number < 5; number++) {
      const { status } = await other.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
      expect(status).toBe(200);
      await other.refreshCsrfToken();
    }
    expect((await other.get('/session')).body).toMatchObject({ user: { email: EMAIL } });
    expect((await api.http.get('/readyz')).status).toBe(200);

    const replies = await signingUp;
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['503 {"code":"Unavailable","message":"We’re busy right now. Try again in a few seconds."}']),
    );
    expect(replies.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);

    await operator.query('COMMIT');
    expect(await api.prisma.registration.count({ where: { address: { not: EMAIL } } })).toBe(0);
    const again = await visitor.post('/register-by-email', signUpBody({ email: 'crowd-0@example.com' }));
    expect(again.status).toBe(201);
  });

  it.each(['40P01', '40001'])(
    'an aborted transaction (%s) counts as an unavailable database, so the client may retry',
    async (code) => {
      const undone = api.prisma.$executeRawUnsafe(
        `DO $$ BEGIN RAISE EXCEPTION 'undone' USING ERRCODE = '${code}'; END $$`,
      );
      expect(isDatabaseUnavailable(await undone.catch((error: unknown) => error))).toBe(true);
    },
  );
});
