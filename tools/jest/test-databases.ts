import { TEST_SAML_SIGNING_KEY } from '@foyer/testing/test-signing-key';
import { databasesOf } from '@foyer/testing/test-database';
import { copyTemplateDatabase, startTestPostgres, type TestPostgres } from '../run/test-postgres.ts';
import { generateClientIfNeeded } from '../prisma/run-prisma.ts';
import { makeSigningKey } from '../deploy/make-signing-key.ts';

let started: TestPostgres | undefined;

/**
 * Creates two migrated databases per Jest worker, and one SAML signing key for all. Starts a server unless `npm test`
 * has started one.
 */
export async function setUpTestDatabases(workerCount: number): Promise<void> {
  await generateClientIfNeeded();
  started = await startTestPostgres();
  process.env[TEST_SAML_SIGNING_KEY] ??= await makeSigningKey('Specs');
  for (const name of databasesOf(workerCount)) await copyTemplateDatabase(started.url, name);
}

export async function tearDownTestDatabases(): Promise<void> {
  // This array exists only if Jest ran the files in this process, without workers.
  const { atEndOfWorker = [] } = globalThis as { atEndOfWorker?: (() => Promise<unknown>)[] };
  await Promise.all(atEndOfWorker.map((end) => end()));
  await started?.stop();
}
