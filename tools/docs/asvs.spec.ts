import { describe, expect, it } from '@jest/globals';
import { findAsvsFaults } from './asvs.ts';
import { readRepository } from './read-repository.ts';

const PAGE = 'docs/asvs.md';

describe('docs/asvs.md', () => {
  const files = readRepository();
  const page = files.get(PAGE) ?? '';

  it('has every row of both levels, each with what shows it or a reason', () => {
    expect(findAsvsFaults(page, files)).toEqual([]);
  });

  it.each([
    ['a row that is gone', /^\| 6\.2\.2 .*\n/m, '', '6.2.2 is missing'],
    ['a row of nowhere', /^\| 6\.2\.2 /m, '| 6.2.2, 6.2.99 ', '6.2.99 is no row of levels 1 and 2'],
    ['a row that stands twice', /^\| 6\.2\.2 /m, '| 6.2.2, 6.2.1 ', '6.2.1 is there twice'],
    [
      'a file that is gone',
      'api/http/csrf.spec.ts',
      'api/http/gone.spec.ts',
      /3\.5\.1: there is no apps\/api\/src\/http\/gone\.spec\.ts/,
    ],
    [
      'a title that is gone',
      'refuses a call without a token',
      'refuses a pigeon',
      /3\.5\.1: .* does not say "refuses a pigeon"/,
    ],
    ['a state nobody knows', /^(\| 7\.3\.1 .*\| )met /m, '$1fine ', /7\.3\.1: "fine" is no state/],
    [
      'a row that is met by nothing',
      /^(\| 7\.3\.1 .*\| met +\| ).*$/m,
      '$1because |',
      '7.3.1: nothing shows it',
    ],
    [
      'a row that is open without a reason',
      /^(\| 6\.2\.5 .*\| open +\| ).*$/m,
      '$1 |',
      '6.2.5: there is no reason',
    ],
  ])('is not let through with %s', (_what, find, replacement, fault) => {
    const altered = page.replace(find, replacement);
    expect(altered).not.toBe(page);
    expect(findAsvsFaults(altered, files)).toEqual(
      expect.arrayContaining([typeof fault === 'string' ? fault : expect.stringMatching(fault)]),
    );
  });
});
