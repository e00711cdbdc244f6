import { languages, type LanguageTag } from '@foyer/catalog/languages';
import { test } from '@playwright/test';
import { walkPaying } from './walk-paying.ts';
import { Walk } from './walk.ts';

/** The source, what shows that a text was forgotten, and the one that is read from the right. */
const atEveryCommit = new Set<LanguageTag>(['en', 'en-XA', 'ar']);

/** For who works on some languages: `WALK_LANGUAGES=de,nl` (docs/languages.md). */
const wanted = process.env['WALK_LANGUAGES']?.split(',');

// The choice in the footer stands against the browser's.
test.use({ locale: 'en-US' });
// Some fifteen screens each.
test.describe.configure({ timeout: 240_000 });

for (const { tag } of languages.filter(({ tag }) => wanted?.includes(tag) ?? true)) {
  const details = atEveryCommit.has(tag) ? {} : { tag: '@deep' };
  test(`paying, an app and the end of PRO in ${tag}`, details, async ({ page, browser }) => {
    await walkPaying(await Walk.begin(page, tag), browser);
  });
}
