import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { readRepository } from '../docs/read-repository.ts';
import { hasRetiredName, noRetiredWords } from './retired-words.ts';

function messagesOn(code: string): number {
  return new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': ['error', ...noRetiredWords] },
  }).length;
}

describe('a private word in an identifier', () => {
  it.each([
    'class Refusal {}',
    'const isRefusal = true;',
    'const refusalCode = 1;',
    'const REFUSALS = 1, refusals = 2;',
    'class Mails { #tell() {} tellOwner() {} }',
    'import { placeOf } from "./columns.ts";',
    'const newcomers = [];',
  ])('is refused: %s', (code) => {
    expect(messagesOn(code)).toBeGreaterThan(0);
  });

  it.each([
    'const teller = 1, intelligent = 2, settled = 3;',
    "const text = 'a refusal of the card';",
    'const replaceOften = 1;',
  ])('is not seen in: %s', (code) => {
    expect(messagesOn(code)).toBe(0);
  });
});

describe('the name of a file', () => {
  it('has none of them', () => {
    expect([...readRepository().keys()].filter(hasRetiredName)).toEqual([]);
  });

  it.each(['apps/api/src/http/refusal.filter.ts', 'libs/testing/src/database-detour.ts'])(
    '%s would',
    (path) => {
      expect(hasRetiredName(path)).toBe(true);
    },
  );
});
