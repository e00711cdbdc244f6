import { describe, expect, it } from '@jest/globals';
import { readRepository } from './read-repository.ts';
import { findDeadReferences } from './references.ts';

/** The texts in this folder contain references only as examples. */
const isAboutReferences = (path: string): boolean => path.startsWith('tools/docs/');

describe('references', () => {
  it('all have an existing target', () => {
    const files = [...readRepository()].map(
      ([path, text]) => [path, isAboutReferences(path) ? '' : text] as const,
    );
    expect(files.length).toBeGreaterThan(500);
    expect(findDeadReferences(new Map(files))).toEqual([]);
  });

  const pages: [string, string][] = [
    ['docs/product.md', '# Product\n\n## 5. Rules\n'],
    ['docs/security.md', '# Security\n\n### Invariant 7: alike\n\n### 5.4 Headers\n'],
    ['docs/decisions/012-equal-work.md', '# 12. Equal work\n'],
    ['docs/decisions/014-waits.md', '# 14. Waits\n'],
    ['apps/api/src/main.ts', ''],
    ['package.json', '"db:seed": "node x"'],
  ];

  it.each([
    ['a section', '/** docs/product.md 5. */'],
    ['a section over two lines', '/**\n * See docs/security.md\n * 5.4.\n */'],
    ['an invariant', '// invariant 7 of docs/security.md'],
    ['a decision', '// decision 12'],
    ['two decisions', '// decisions 12 and 14'],
    ['a link with a heading', '[rules](docs/product.md#5-rules)'],
    ['a link to a folder', '[decisions](docs/decisions)'],
    ['a script', '`npm run -s db:seed`, `npm run db:${name}`, `npm run build --workspace=x`'],
    ['a path', 'See `api/main.ts` and `apps/api/src/main.ts`.'],
    ['a link out of the repository', '[elsewhere](https://example.com/docs/none.md)'],
  ])('may be %s', (_what, text) => {
    expect(findDeadReferences(new Map([...pages, ['README.md', text]]))).toEqual([]);
  });

  it.each([
    ['a missing page', '// docs/prodct.md', 'there is no docs/prodct.md'],
    ['a missing section', '/** docs/product.md 5, 6. */', 'docs/product.md has no section 6'],
    [
      'a missing section over two lines',
      '/**\n * docs/product.md\n * 6.\n */',
      'docs/product.md has no section 6',
    ],
    ['a missing invariant', '// invariants 7 and 8 of docs/security.md', 'there is no invariant 8'],
    ['a missing decision', '// decision 13', 'there is no decision 13'],
    ['a link to a missing file', '[x](none.md)', 'the target of the link none.md does not exist'],
    [
      'a link to a missing heading',
      '[x](docs/product.md#none)',
      'the heading of the link docs/product.md#none does not exist',
    ],
    ['a missing script', '`npm run db:sed -- x`', 'there is no npm run db:sed'],
    ['a missing path', '`web/main.tsx`', 'there is no web/main.tsx'],
    ['a text outside the repository', '/** SPEC 5 */', '"SPEC 5" is not in this repository'],
    [
      'a section outside the repository',
      '/** SECURITY.md 5.4 */',
      '"SECURITY.md 5" is not in this repository',
    ],
  ])('may not be %s', (_what, text, fault) => {
    expect(findDeadReferences(new Map([...pages, ['README.md', text]]))).toEqual([`README.md: ${fault}`]);
  });
});
