import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from '../paths.ts';
import { noRawSql, rawSqlHomes } from './raw-sql.ts';

const findRawSql = (text: string) =>
  new Linter().verify(
    text,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { foyer: { rules: { 'no-raw-sql': noRawSql } } },
      rules: { 'foyer/no-raw-sql': 'error' },
    },
    'a.ts',
  ).length;

describe('raw SQL', () => {
  it.each([
    'await transaction.$queryRaw`SELECT 1`;',
    'await this.prisma.$executeRaw(statement);',
    'await prisma.$queryRawUnsafe(text);',
    'const part = Prisma.sql`id = ${id}`;',
    'const table = Prisma.raw(name);',
    "await this.pool.query('SELECT 1');",
    "await client.query('SELECT 1');",
    "import { sql } from 'kysely';",
  ])('is rejected: %s [asvs 1.2.4]', (text) => expect(findRawSql(text)).toBe(1));

  it.each([
    'await transaction.user.findMany({ where: { id } });',
    "await typedSql(transaction).selectFrom('users').select('id').execute();",
    'throw new Prisma.PrismaClientKnownRequestError();',
    'new URL(request.url).searchParams; request.query;',
  ])('is not reported for: %s', (text) => expect(findRawSql(text)).toBe(0));

  it.each(Object.entries(rawSqlHomes).filter(([file]) => !file.includes('*')))(
    'is still in %s (otherwise remove the file from the list): %s',
    (file) => {
      expect(findRawSql(readFileSync(join(ROOT, file), 'utf8'))).toBeGreaterThan(0);
    },
  );
});
