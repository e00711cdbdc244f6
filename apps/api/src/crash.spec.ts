import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StartedProcess } from '@foyer/testing/start-process';
import supertest from 'supertest';
import { TestApi, testEnvironment, Visitor } from './test-api.ts';
import { signUpBody } from './test-bodies.ts';

const REGISTRATIONS = 100;
const KILLS = 4;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The API as it really runs: the compiled process, which `npm test` builds before the specs. */
async function startApi(port: number): Promise<StartedProcess> {
  const environment = { ...testEnvironment(), PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  return StartedProcess.start('apps/api/dist/main.js', environment, 'the portal is up');
}

describe('an API that is killed', () => {
  let witness: TestApi;
  beforeAll(async () => {
    witness = await TestApi.start();
  });
  afterAll(() => witness.stop());
  beforeEach(() => witness.empty());

  it('has a mail for every registration it acknowledged, and no mail without a registration', async () => {
    const port = await freePort();
    const acknowledged: string[] = [];
    for (let round = 0; round < KILLS; round++) {
      const api = await startApi(port);
      const visitor = new Visitor(supertest.agent(`http://127.0.0.1:${port}`));
      await visitor.refreshCsrfToken();
      const calls = Array.from({ length: REGISTRATIONS / KILLS }, async (_, number) => {
        const email = `guest-${round}-${number}@example.com`;
        const reply = await visitor.post('/register-by-email', signUpBody({ email })).catch(() => undefined);
        if (reply?.status === 201) acknowledged.push(email);
      });
      // The kill falls among the calls: after the first answer, before the last.
      await Promise.race(calls);
      await api.kill();
      await Promise.all(calls);
    }
    const mailed = (await witness.queuedMails()).map((mail) => mail.to).sort();
    const registered = (await witness.prisma.registration.findMany()).map((one) => one.email).sort();
    expect(mailed).toEqual(registered);
    expect(registered).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
    expect(acknowledged.length).toBeLessThan(REGISTRATIONS);
  }, 120_000);
});
