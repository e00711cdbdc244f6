import { defineConfig } from 'prisma-cli/config';

/** Only Prisma Studio reads this file. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
