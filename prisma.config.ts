import { defineConfig } from 'prisma-cli/config';

/** Used only by Prisma Studio. Other commands use Prisma's engine directly (tools/prisma). */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
