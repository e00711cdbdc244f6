import { createPool } from '@foyer/db/client';
import type { Pool } from 'pg';
import { testDatabaseUrl } from './test-database.ts';

const PATIENCE_MS = 100_000;

export function openTestPool(max: number, databaseUrl = testDatabaseUrl()): Pool {
  return createPool(databaseUrl, max, () => {}, {
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    acquireTimeoutMs: PATIENCE_MS,
  });
}
