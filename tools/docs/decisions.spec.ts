import { describe, expect, it } from '@jest/globals';
import { DECISIONS, knownDecisions } from './decisions.ts';
import { readRepository } from './read-repository.ts';

const files = readRepository();
const records = [...files]
  .filter(([path]) => path.startsWith(DECISIONS) && !path.endsWith('/README.md'))
  .map(([path, text]) => {
    const lines = text.trimEnd().split('\n');
    const [title = '', , status = ''] = lines;
    return { file: path.slice(DECISIONS.length), title, status, length: lines.length };
  });

describe('decisions', () => {
  it.each(records)(
    '$file has its number, a status and at most 40 lines',
    ({ file, title, status, length }) => {
      expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 3))}\\. .`));
      expect(status).toMatch(/^Status: accepted on \d{4}-\d\d-\d\d[.;]/);
      expect(length).toBeLessThanOrEqual(40);
    },
  );

  it('have unique numbers', () => {
    expect(knownDecisions(files).size).toBe(records.length);
  });

  it('are exactly the ones that the README lists with their titles', () => {
    const lines = (files.get(`${DECISIONS}README.md`) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const expected = records.map(({ file, title }) => {
      const [, number = '', words = ''] = /^# (\d+)\. (.*)$/.exec(title) ?? [];
      return `- ${number}: [${words}](${file})`;
    });
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  it.each(records)(
    '$file is named in the status of each decision that its status names',
    ({ file, status }) => {
      for (const [other] of status.matchAll(/\d{3}-[\w-]+\.md/g))
        expect(records.find((record) => record.file === other)?.status).toContain(file);
    },
  );
});
