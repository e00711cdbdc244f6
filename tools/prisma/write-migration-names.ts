/** Writes the names of the migrations beside the database client: what a build of the API needs to be applied. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { readMigrations } from './read-migrations.ts';

const FOLDER = join(ROOT, 'libs', 'db', 'src', 'generated');

export function writeMigrationNames(): void {
  const names = readMigrations().map(({ name }) => name);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, 'migration-names.ts'),
    `/** Made from prisma/migrations by \`npm run db:generate\`. */\nexport const migrationNames: readonly string[] = ${JSON.stringify(names, null, 2)};\n`,
  );
}
