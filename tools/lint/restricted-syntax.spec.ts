import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { readRepository } from '../docs/read-repository.ts';
import { oneVocabulary } from './one-vocabulary.ts';
import { hasRetiredName, noRetiredWords } from './retired-words.ts';

function messagesOn(code: string): number {
  return new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': [...oneVocabulary, ...noRetiredWords] },
  }).length;
}

describe('a second list of states or plans, or a private word in an identifier', () => {
  it.each([
    "const RUNNING = ['active', 'past_due'];",
    "if (subscription.status === 'unpaid') end();",
    "if (status !== 'active') end();",
    "if (subscription?.status === 'active') end();",
    "type Plan = 'free' | 'pro';",
    "const plans = ['pro', 'free'];",
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
    "if (plan === 'pro') pay();",
    "const scheme = { forcedColors: 'active' };",
    "const ends = ['free', 'ended'];",
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
