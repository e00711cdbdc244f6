import { expect, it } from '@jest/globals';
import { readRepository } from '../docs/read-repository.ts';

/** Matches declarations with left or right, which are wrong in right-to-left languages. */
const PHYSICAL =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g;

const physicalDeclarations = (css: string): string[] =>
  css.replace(/\/\*.*?\*\//gs, '').match(PHYSICAL) ?? [];

it('the style sheets of the portal have no declarations with left or right', () => {
  const sheets = [...readRepository()].filter(([name]) => /^apps\/web\/.*\.(?:css|html)$/.test(name));
  expect(sheets.length).toBeGreaterThan(0);
  const found = sheets.flatMap(([name, css]) => physicalDeclarations(css).map((one) => `${name}: ${one}`));
  expect(found).toEqual([]);
});

it.each(['margin-left: 1px', 'left: 0', 'border-top-left-radius: 1px', 'text-align: right', 'float:left'])(
  'a style sheet must not have %s',
  (declaration) => expect(physicalDeclarations(`.a { ${declaration}; }`)).toHaveLength(1),
);

it.each(['margin-inline-start: 1px', 'text-align: start', '--left-over: 1px', 'background-position: left'])(
  'a style sheet may have %s',
  (declaration) => expect(physicalDeclarations(`/* left: 0 */ .a { ${declaration}; }`)).toEqual([]),
);
