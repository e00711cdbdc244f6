import { createPool } from '@foyer/db/client';
import type { Pool } from 'pg';
import { testDatabaseUrl } from './test-database.ts';

/** A connection may take its time on a busy machine, and so may a spec that waits for one. */
const PATIENCE_MS = 100_000;

/** Connections to a database of this jest worker, as its owner. */
export function openTestPool(max: number, databaseUrl = testDatabaseUrl()): Pool {
  return createPool(databaseUrl, max, () => {}, {
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    acquireTimeoutMs: PATIENCE_MS,
  });
}
