import { describe, expect, it } from '@jest/globals';
import { chooseLanguage, languages, offeredLanguages } from './languages.ts';

const offered = offeredLanguages(true);
const browser = (acceptLanguage: string) => chooseLanguage({ acceptLanguage }, offered);

describe('the language of a reader', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['tlh,fr;q=0.5,de;q=0.7', 'de'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'en'],
    ['ar-EG', 'ar'],
    ['EN-us', 'en'],
    ['de;q=0, nl', 'nl'],
    ['*', 'en'],
    ['', 'en'],
    ['x'.repeat(9000), 'en'],
    ['a-a-a', 'en'],
    ['en-XA', 'en-XA'],
  ])('follows the browser’s header "%s": %s', (header, tag) => expect(browser(header)).toBe(tag));

  it('is chosen from the first 20 languages in the browser’s header', () => {
    const unknown = (count: number) => 'xx,'.repeat(count);
    expect([browser(`${unknown(19)}de`), browser(`${unknown(20)}de`)]).toEqual(['de', 'en']);
  });

  it('is the one chosen in the footer, otherwise the browser’s', () => {
    const acceptLanguage = 'nl';
    expect(chooseLanguage({ cookie: 'de', acceptLanguage }, offered)).toBe('de');
    expect(chooseLanguage({ cookie: '../de', acceptLanguage }, offered)).toBe('nl');
    expect(chooseLanguage({}, offered)).toBe('en');
  });

  it('is never one with an incomplete catalogue in production', () => {
    const drafts = languages.flatMap((row) => ('isDraft' in row ? [row.tag] : []));
    expect(drafts).toContain('en-XA');
    const complete = offeredLanguages(false);
    for (const tag of drafts)
      expect(chooseLanguage({ cookie: tag, acceptLanguage: tag }, complete)).toBe('en');
  });
});
