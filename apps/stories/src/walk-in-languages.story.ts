import { PSEUDO_LANGUAGE, type LanguageTag, languages } from '@foyer/catalog/languages';
import { test } from '@playwright/test';
import { walkAccount } from './walk-account.ts';
import { walkPaying } from './walk-paying.ts';
import { walkTeam } from './walk-team.ts';
import { Walk } from './walk.ts';

const ALL = ['account', 'paying', 'team'] as const;
type Way = (typeof ALL)[number];

/**
 * Each walk is done in a right-to-left language, in one with long words, and in one without spaces. The pseudo-language
 * has all walks, because it has the longest texts and reveals untranslated ones.
 */
const ways: Record<Exclude<LanguageTag, 'en'>, readonly Way[]> = {
  [PSEUDO_LANGUAGE]: ALL,
  ar: ALL,
  de: ALL,
  ja: ['account', 'paying'],
  'zh-Hans': ['team'],
  fr: ['account'],
  es: ['paying'],
  'pt-BR': ['team'],
  it: ['paying'],
  nl: ['team'],
};

/** Languages to walk completely: `WALK_LANGUAGES=de,nl` (docs/languages.md). */
const named: readonly string[] | undefined = process.env['WALK_LANGUAGES']?.split(',');

/**
 * Returns the walks of a language. English has none unless `WALK_LANGUAGES` names it, because the other stories are in
 * English.
 */
function waysIn(tag: LanguageTag): readonly Way[] {
  if (named) return named.includes(tag) ? ALL : [];
  return tag === 'en' ? [] : ways[tag];
}

// The browser prefers English, so each walk proves that the chosen language overrides it.
test.use({ locale: 'en-US' });
// A walk has many screens, and the machine may be busy.
test.describe.configure({ timeout: 900_000 });

for (const { tag } of languages) {
  const details = tag === PSEUDO_LANGUAGE ? {} : { tag: '@deep' };
  if (waysIn(tag).includes('account'))
    test(`sign-up, lockout and reset work in ${tag}`, details, async ({ page }) => {
      await walkAccount(page, tag);
    });
  if (waysIn(tag).includes('paying'))
    test(`paying, an app and the end of PRO work in ${tag}`, details, async ({ page, browser }) => {
      await walkPaying(await Walk.begin(page, tag), browser);
    });
  if (waysIn(tag).includes('team'))
    test(`invitations and company sign-in work in ${tag}`, details, async ({ page, browser }) => {
      await walkTeam(await Walk.begin(page, tag), browser);
    });
}
