import { describe, expect, it } from '@jest/globals';
import { readRepository } from '../docs/read-repository.ts';
import { physicalDeclarations } from './logical-css.ts';

describe('style sheets', () => {
  it('of the portal read from either side', () => {
    const sheets = [...readRepository()].filter(([name]) => /^apps\/web\/.*\.(?:css|html)$/.test(name));
    expect(sheets.length).toBeGreaterThan(0);
    expect(
      sheets.flatMap(([name, css]) => physicalDeclarations(css).map((found) => `${name}: ${found}`)),
    ).toEqual([]);
  });

  it.each([
    'margin-left: 1px',
    'left: 0',
    'border-right-color: red',
    'border-top-left-radius: 1px',
    'text-align: right',
    'float:left',
    'scroll-margin-left: 1px',
  ])('have no %s', (declaration) => {
    expect(physicalDeclarations(`.a { ${declaration}; }`)).toHaveLength(1);
  });

  it.each([
    'margin-inline-start: 1px',
    'inset-inline: 0',
    'text-align: start',
    '--left-over: 1px',
    'background-position: left',
  ])('may have %s', (declaration) => {
    expect(physicalDeclarations(`/* left: 0 */ .a { ${declaration}; }`)).toEqual([]);
  });
});
