import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourcesBelow } from '../lint/imports.ts';
import { ROOT } from '../paths.ts';
import { bareTextsIn } from './bare-texts.ts';

/** Names of products, and what only programs read. */
const ALLOWED: Record<string, readonly string[]> = {
  'features/billing/card-field.tsx': ['system-ui, sans-serif'],
  'features/saml/post-to-provider.tsx': ['RelayState'],
  'fields/mail-providers.ts': ['Yahoo Mail', 'iCloud Mail', 'Proton Mail', 'AOL Mail', 'Zoho Mail'],
  'journey/colour-scheme.ts': ['(prefers-color-scheme: dark)'],
  'journey/language-choice.ts': ['X=X; Path=/; Max-Age=X; SameSite=LaxX'],
  'observe/analytics.ts': ['Send at once'],
  'prerender.tsx': ['Olive Owner', 'Harbour Hotel', '<button disabled=""'],
  'ui/cross-fade.ts': ['(prefers-reduced-motion: reduce)'],
  'ui/list-menu.tsx': ['bottom end'],
  'ui/select-field.tsx': ['X-value X-label'],
};
const WEB = 'apps/web/src';

it('all texts of apps/web are translated (docs/languages.md, "Writing a text")', () => {
  const bare = sourcesBelow(WEB)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !/\/test-[^/]+$/.test(file))
    .map((file) => [file.slice(WEB.length + 1), bareTextsIn(readFileSync(join(ROOT, file), 'utf8'))] as const)
    .filter(([, texts]) => texts.length > 0);
  expect(Object.fromEntries(bare)).toEqual(ALLOWED);
});

describe('a text is found that is not translated', () => {
  it.each([
    ['<p>Forgot your password?</p>', ['Forgot your password?']],
    ['<p>{t("Log in as")} {email} now</p>', ['now']],
    ['<Field label="Email" autoComplete="new password" />', ['Email']],
    ['<p>{isOpen ? "Close" : t("Open")}</p>', ['Close']],
    ['const title = "Join your team";', ['Join your team']],
    ['const note = `Ends on ${date}`;', ['Ends on X']],
    ['const row = { label: "Team" };', ['Team']],
    ['t("{who} left", { who: "A member" })', ['A member']],
    ['rich("<b>Stop</b>", { b: (words) => <b title="Stop">{words}</b> })', ['Stop']],
  ])('%s', (source, texts) => {
    expect(bareTextsIn(source)).toEqual(texts);
  });

  it.each([
    'import { t } from "a b";',
    '<p className="one two">{t("Forgot your password?")}</p>',
    '<p>{code === "Locked" && inWords("Required Field")} · {price}</p>',
    'throw new NetworkError("No answer came")',
    'const type: "a b" = code;',
    '`${id}-problem`',
  ])('not: %s', (source) => {
    expect(bareTextsIn(source)).toEqual([]);
  });
});
