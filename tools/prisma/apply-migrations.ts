/**
 * Applies the repository's migrations to DATABASE_URL. `--undone <migration>` only marks a failed one as rolled back.
 * `--make` only prints the script that leads from the migrations to `prisma/schema.prisma`. Uses Prisma's engine, so
 * that images do not need Prisma's command line. Runs as a separate process, because the engine never frees its memory.
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
  // Exits explicitly, because the engine's connection would keep the process alive.
  process.exit(0);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
