import { describe, expect, it } from '@jest/globals';
import { isPage, pages } from './pages.ts';

describe('the list of pages', () => {
  it.each(Object.values(pages))('knows %s, with what a visitor puts in its place', (path) => {
    expect(isPage(path.replace(/:[^/]+/g, 'something'))).toBe(true);
  });

  it.each(['/nowhere', '/signup/', '/Signup', '/signup/form/more', '//', '/login/extra'])(
    'has no %s',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );
});
