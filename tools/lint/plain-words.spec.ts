import { describe, expect, it } from '@jest/globals';
import { readRepository } from '../docs/read-repository.ts';
import { findPrivateWords } from './plain-words.ts';

const TITLE = 'is counted anew';

/** Whether a file is checked. Migrations are not, because they never change. */
const isChecked = (path: string): boolean => !/^(?:package-lock\.json|prisma\/migrations\/)/.test(path);

describe('private words', () => {
  it('are in no name, comment, title of a test or document', () => {
    const files = [...readRepository()].filter(([path]) => isChecked(path));
    expect(files.flatMap(([path, text]) => findPrivateWords(path, text))).toEqual([]);
  });

  it.each([
    ['a class', 'class Refusal {}'],
    ['a part of a name', 'const isRefusal = true;'],
    ['a constant', 'const DETOUR = 1;'],
    ['a private method', 'class Mails { #tell() {} }'],
    ['a sentence', '/** Owners are asked, whereby they agree. */'],
    ['the title of a test', `it('${TITLE}', () => {});`],
    ['the title of a table of tests', `it.each([\n  [1],\n])(\n  '${TITLE}', () => {});`],
    ['a comment over two lines', '/** Owners are asked,\n * whereby they agree. */'],
  ])('are found in %s', (_what, code) => {
    expect(findPrivateWords('a.ts', code)).toHaveLength(1);
  });

  it.each([
    ['the name of a file', 'refusal.filter.ts', ''],
    ['Markdown', 'a.md', 'Owners are asked,\nwhereby they agree.'],
  ])('are found in %s', (_what, path, text) => {
    expect(findPrivateWords(path, text)).toHaveLength(1);
  });

  it.each([
    ['longer words', 'a.ts', 'const teller = 1, intelligent = 2, settled = 3, replaceOften = 4;'],
    ['texts', 'a.ts', "const text = 'a refusal';"],
    ['quotations', 'a.md', 'It printed `whereby` and "whereby".'],
    ['code blocks', 'a.md', '```\nwhereby\n```'],
  ])('are ignored in %s', (_what, path, text) => {
    expect(findPrivateWords(path, text)).toEqual([]);
  });
});
