/**
 * Works on DATABASE_URL and ends: applies the repository's migrations; with `--undone <migration>` marks one that failed as
 * rolled back; with `--make` prints the script that leads from them to `prisma/schema.prisma`. What `prisma migrate deploy`,
 * `migrate resolve` and `migrate diff` do, by the same engine and without their 120 MB, so that an image need not have them.
 * A process of its own: the engine is a program in memory that is never given back.
 */
import { readFileSync } from 'node:fs';
import { describeFailure, listMigrations, openEngine } from './engine.ts';

const SCHEMA = 'prisma/schema.prisma';

const [option, undone = ''] = process.argv.slice(2);

try {
  const engine = await openEngine(process.env['DATABASE_URL'] ?? '');
  if (option === '--undone') await engine.markMigrationRolledBack({ migrationName: undone });
  else if (option === '--make') {
    const { migrationsList, filters } = listMigrations();
    const files = [{ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') }];
    const { stdout, exitCode } = await engine.diff({
      from: { tag: 'migrations', ...migrationsList },
      to: { tag: 'schemaDatamodel', files },
      filters,
      script: true,
      exitCode: true,
    });
    if (exitCode === 2) process.stdout.write(stdout ?? '');
  } else await engine.applyMigrations(listMigrations());
  // Its connection would keep the process alive.
  process.exit(0);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
