import { defineConfig } from 'prisma-cli/config';

/** For Prisma Studio, the one command of Prisma's that is run here. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
