import { describe, expect, it } from '@jest/globals';
import { DECISIONS, decisionsThatHold, foldedNumbers, knownDecisions, listedDecisions } from './decisions.ts';
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

  it('have numbers of their own, folded ones among them', () => {
    const numbers = [...decisionsThatHold(files), ...foldedNumbers(files)];
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('stand in the README with their titles', () => {
    const rows = (files.get(`${DECISIONS}README.md`) ?? '').replaceAll(/ +/g, ' ');
    const missing = records.filter(({ file, title }) => {
      const [, number = '', words = ''] = /^# (\d+)\. (.*)$/.exec(title) ?? [];
      return !rows.includes(`| ${number} | [${words}](${file}) |`);
    });
    expect(missing).toEqual([]);
    expect(listedDecisions(files)).toHaveLength(records.length);
  });

  it.each(records)('$file is named by those it names', ({ file, status }) => {
    for (const [other] of status.matchAll(/\d{3}-[\w-]+\.md/g))
      expect(records.find((record) => record.file === other)?.status).toContain(file);
  });

  it('count as folded only in the second half of the README, with a page', () => {
    const page =
      '| 1 | [One](001-one.md) |\n\n## Folded numbers\n\n| 2 | [1](001-one.md) | x |\n| 3 | gone | x |\n';
    const some = new Map([
      [`${DECISIONS}README.md`, page],
      [`${DECISIONS}001-one.md`, ''],
    ]);
    expect([...knownDecisions(some)]).toEqual([1, 2]);
    expect(foldedNumbers(some)).toEqual([2]);
  });
});
