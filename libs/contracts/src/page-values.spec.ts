import { describe, expect, it } from '@jest/globals';
import { dropParts } from './page-values.ts';

describe('parts of a page that only some visitors see', () => {
  const html =
    '<ul><li>a</li><li data-if="imprint" class="x"><a>b</a></li><li>c</li></ul>\n<aside data-if="ask">\n<p>d</p></aside>e';

  it.each([
    ['both', ['ask', 'imprint'], html],
    ['one', ['ask'], '<ul><li>a</li><li>c</li></ul>\n<aside data-if="ask">\n<p>d</p></aside>e'],
    ['none', [], '<ul><li>a</li><li>c</li></ul>\ne'],
  ])('stay in the HTML: %s of two', (_name, holding, expected) => {
    expect(dropParts(html, (name) => holding.includes(name))).toBe(expected);
  });
});
