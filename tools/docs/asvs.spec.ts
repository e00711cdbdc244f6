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

  it('is what titles and rows say now: otherwise run `node tools/run/bootstrap.mjs test tools/docs/asvs`', async () => {
    expect(files.get(ASVS_PAGE)).toBe(await drawAsvsPage(files));
  });

  it.each([
    ['a row whose only test is gone', '', '3.5.1 is missing'],
    ['a row of nowhere', ' [asvs 3.5.1, 3.5.99]', '3.5.99 is not a row of levels 1 and 2'],
    ['a row that is met, and is not', ' [asvs 3.5.1, 6.2.5]', '6.2.5 has two pieces of evidence'],
  ])('is not let through with %s', (_what, tag, fault) => {
    expect(withTitle(' [asvs 3.5.1]', tag)).toEqual([fault]);
  });
});
