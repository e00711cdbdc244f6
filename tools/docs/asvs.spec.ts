import { describe, expect, it } from '@jest/globals';
import { ASVS_PAGE, drawAsvsPage, findAsvsFaults } from './asvs.ts';
import { readRepository } from './read-repository.ts';

describe(ASVS_PAGE, () => {
  const files = readRepository();
  const spec = 'apps/api/src/identity/csrf.spec.ts';
  const withTitle = (from: string, to: string) =>
    findAsvsFaults(new Map([...files, [spec, files.get(spec)?.replace(from, to) ?? '']]));

  it('has every row of both levels once', () => {
    expect(findAsvsFaults(files)).toEqual([]);
  });

  it('is up to date with titles and rows: otherwise run `node tools/run/bootstrap.mjs test tools/docs/asvs`', async () => {
    expect(files.get(ASVS_PAGE)).toBe(await drawAsvsPage(files));
  });

  it.each([
    ['a row without a test', '', '3.5.1 is missing'],
    ['an unknown row', ' [asvs 3.5.1, 3.5.99]', '3.5.99 is not a row of levels 1 and 2'],
    ['a row with two pieces of evidence', ' [asvs 3.5.1, 6.2.5]', '6.2.5 has two pieces of evidence'],
  ])('is rejected with %s', (_what, tag, fault) => {
    expect(withTitle(' [asvs 3.5.1]', tag)).toEqual([fault]);
  });
});
