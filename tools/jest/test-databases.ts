import { createWorkerDatabases, TEST_POSTGRES_URL } from '@foyer/testing/test-database';
import { ensureTemplateDatabase, startTestPostgres, type TestPostgres } from '../postgres/test-postgres.ts';
import { generateClientIfNeeded } from '../prisma/run-prisma.ts';

let started: TestPostgres | undefined;

/** One migrated database for each jest worker. `npm test` brings the server; jest alone starts one. */
export async function setUpTestDatabases(workerCount: number): Promise<void> {
  await generateClientIfNeeded();
  if (!process.env[TEST_POSTGRES_URL]) {
    started = await startTestPostgres();
    process.env[TEST_POSTGRES_URL] = started.url;
  }
  await ensureTemplateDatabase(process.env[TEST_POSTGRES_URL]);
  await createWorkerDatabases(workerCount);
}

export async function tearDownTestDatabases(): Promise<void> {
  await started?.stop();
}
