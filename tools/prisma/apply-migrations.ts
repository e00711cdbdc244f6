/**
 * Applies the repository's migrations to DATABASE_URL, or with `--undone <migration>` marks one that failed as rolled
 * back: what `prisma migrate deploy` and `migrate resolve` do, by the same engine and without their 120 MB, so that an
 * image need not have them. A process of its own: the engine is a program in memory that is never given back.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure, openEngine } from './engine.ts';
import { MIGRATIONS, readMigrations } from './read-migrations.ts';

const DATABASE_URL = process.env['DATABASE_URL'] ?? '';
const MIGRATION = 'migration.sql';
const LOCK_FILE = 'migration_lock.toml';

const [, undone] = process.argv.slice(2);

try {
  const engine = await openEngine(DATABASE_URL);
  if (undone === undefined) {
    const filters = { externalTables: [], externalEnums: [] };
    await engine.applyMigrations({ migrationsList: listMigrations(), filters });
  } else await engine.markMigrationRolledBack({ migrationName: undone });
  // Its connection would keep the process alive.
  process.exit(0);
} catch (error) {
  console.error(describeFailure(error, DATABASE_URL).message);
  process.exit(1);
}

function listMigrations() {
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: LOCK_FILE, content: readFileSync(join(MIGRATIONS, LOCK_FILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations().map(({ name }) => ({
      path: name,
      migrationFile: {
        path: MIGRATION,
        content: { tag: 'ok' as const, value: readFileSync(join(MIGRATIONS, name, MIGRATION), 'utf8') },
      },
    })),
  };
}
