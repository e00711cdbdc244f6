import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

const FOLDER = join(ROOT, 'docs', 'decisions');

const records = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const [title = '', , status = ''] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
    return { file, title, status };
  });

describe('decisions', () => {
  it.each(records)('$file has its number and a status', ({ file, title, status }) => {
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 3))}\\. .`));
    expect(status).toMatch(/^Status: accepted on \d{4}-\d\d-\d\d[.;]/);
  });

  it('have numbers of their own', () => {
    const numbers = records.map(({ file }) => file.slice(0, 3));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(records)('$file is named by those it names', ({ file, status }) => {
    for (const [other] of status.matchAll(/\d{3}-[\w-]+\.md/g))
      expect(records.find((record) => record.file === other)?.status).toContain(file);
  });
});
