/**
 * Generates the database client like `prisma generate`, but without Prisma's command line, which `npm start` does not
 * install.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { readMigrations } from './read-migrations.ts';

/** Loads CommonJS, because Prisma's ES modules import files without extensions, which Node does not resolve. */
const require = createRequire(import.meta.url);

async function generateClient(): Promise<void> {
  const { PrismaClientTsGenerator } =
    require('@prisma/client-generator-ts') as typeof import('@prisma/client-generator-ts');
  const { getGenerators } = require('@prisma/internals') as typeof import('@prisma/internals');
  const generators = await getGenerators({
    schemaPath: join(ROOT, 'prisma', 'schema.prisma'),
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'generate',
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
  const names = JSON.stringify(readMigrations().map(({ name }) => name));
  // The API compares these names with the database's, and its image does not contain the migrations.
  writeFileSync(
    join(ROOT, 'libs', 'db', 'src', 'generated', 'migration-names.ts'),
    `export const migrationNames: readonly string[] = ${names};\n`,
  );
}

await generateClient();
