import { describe, expect, it } from '@jest/globals';
import { isPage, pages } from './pages.ts';

describe('the list of pages', () => {
  it.each(Object.values(pages))('contains %s, with any value of its parameters', (path) => {
    expect(isPage(path.replace(/:[^/]+/g, 'something'))).toBe(true);
  });

  it.each(['/nowhere', '/signup/', '/Signup', '/signup/form/more', '//', '/login/extra'])(
    'does not contain %s',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );
});
