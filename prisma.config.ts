import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma-cli/config';

/**
 * The engine the CLI would otherwise download. Running the file needs the project's Node first on PATH, as it is in
 * every npm script. On a machine where the native engine is wanted, the variable may name that instead.
 */
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  import.meta.resolve('./tools/prisma/schema-engine.ts'),
);

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed.ts' },
  // `generate` needs no database; the commands that do say so themselves when there is no address.
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
