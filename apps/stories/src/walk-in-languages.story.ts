import { languages } from '@foyer/catalog/languages';
import { test } from '@playwright/test';
import { walkAccount } from './walk-account.ts';
import { walkPaying } from './walk-paying.ts';
import { walkTeam } from './walk-team.ts';
import { Walk } from './walk.ts';

/** The pseudo-language, the longest, where whatever is not translated shows. All other stories are in English. */
const AT_EVERY_COMMIT = 'en-XA';

/** Who works on some of them names these: `WALK_LANGUAGES=de,nl` (docs/languages.md). */
const named: readonly string[] | undefined = process.env['WALK_LANGUAGES']?.split(',');

// The choice in the footer stands against the browser's.
test.use({ locale: 'en-US' });
// Some fifteen screens each, on a machine that may do other things besides.
test.describe.configure({ timeout: 900_000 });

for (const { tag } of languages.filter(({ tag }) => named?.includes(tag) ?? true)) {
  const details = tag === AT_EVERY_COMMIT ? {} : { tag: '@deep' };
  test(`sign-up, lockout and reset in ${tag}`, details, async ({ page }) => {
    await walkAccount(page, tag);
  });
  test(`paying, an app and the end of PRO in ${tag}`, details, async ({ page, browser }) => {
    await walkPaying(await Walk.begin(page, tag), browser);
  });
  test(`invitations and company sign-in in ${tag}`, details, async ({ page, browser }) => {
    await walkTeam(await Walk.begin(page, tag), browser);
  });
}
