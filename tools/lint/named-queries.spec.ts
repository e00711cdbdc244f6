import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { typedSqlOutsideQueries } from './named-queries.ts';

const findImports = (text: string) =>
  new Linter().verify(
    text,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { foyer: { rules: { 'named-queries': typedSqlOutsideQueries } } },
      rules: { 'foyer/named-queries': 'error' },
    },
    'a.ts',
  ).length;

describe('statements of Kysely in a service', () => {
  it.each(["import { typedSql } from '@foyer/db/typed-sql';", "import type { Kysely } from 'kysely';"])(
    'are rejected: %s',
    (text) => expect(findImports(text)).toBe(1),
  );

  it('do not include an import of named queries', () => {
    expect(findImports("import { lockLevels } from '../mails/mail-limits.queries.ts';")).toBe(0);
  });
});
