import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourcesBelow } from '../lint/imports.ts';
import { ROOT } from '../paths.ts';
import { bareTextsIn, problemTextsIn } from './bare-texts.ts';
import { textsIn } from '@foyer/catalog/words/texts-in';

const ALLOWED: Record<string, readonly string[]> = {
  'billing/card-field.tsx': ['system-ui, sans-serif'],
  'company/sign-in/post-to-provider.tsx': ['RelayState'],
  'fields/mail-providers.ts': [
    'Yahoo Mail',
    'iCloud Mail',
    'Proton Mail',
    'AOL Mail',
    'Zoho Mail',
    'SFR Mail',
    'La Poste',
    'Libero Mail',
    'UOL Mail',
    'QQ Mail',
    'Sina Mail',
    'Sohu Mail',
    'Aliyun Mail',
  ],
  'navigation/colour-scheme.ts': ['(prefers-color-scheme: dark)'],
  'account/language-choice.ts': ['X=X; Path=/; Max-Age=X; SameSite=LaxX'],
  'observe/analytics.ts': ['Send at once'],
  'prerender.tsx': ['Olive Owner', 'Harbour Hotel', '<button disabled=""'],
  'ui/cross-fade.ts': ['(prefers-reduced-motion: reduce)'],
  'ui/list-menu.tsx': ['bottom end'],
  'ui/select-field.tsx': ['X-value X-label'],
};
/** Values in requests and responses, and errors that the portal's forms cannot cause. */
const ALLOWED_IN_CONTRACTS: Record<string, readonly string[]> = {
  'field-problems.ts': ['Unknown field'],
  'place.ts': [
    'Say Yes or No',
    'Does not belong to the country',
    'Does not belong to the country',
    'Does not belong to the state',
    'Is always Yes in this country',
  ],
  'problem.ts': ['Account Deactivated', 'Ecommerce plan subscription ended'],
  'account/profile.ts': ['Belongs to a country'],
  'company/saml.ts': ['Not an address of the web'],
  'registration/sign-up.ts': [
    'Unknown form type',
    'Does not belong to the business type and plan',
    'Unknown form type',
  ],
  'teams/team-settings.ts': ['Can only be set to false'],
  'teams/team.ts': ['Unknown form type'],
};
/** Values in requests and responses, and texts that apps/web replaces (http/translate-problem.ts). */
const ALLOWED_IN_API: Record<string, readonly string[]> = {
  'invitations/invitation-mails.service.ts': [
    'You can send only X right now, and all of these in X.',
    'You’ve sent a lot of invitations. Try again in X.',
  ],
  'registration/invited/event-invite.controller.ts': ['Say who invites'],
  'registration/password/password.service.ts': ['Unknown field'],
};

function foundBelow(folder: string, find: (source: string) => string[]): Record<string, string[]> {
  const found = sourcesBelow(folder)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !/\/test-[^/]+$/.test(file))
    .map((file) => [file.slice(folder.length + 1), find(readFileSync(join(ROOT, file), 'utf8'))] as const)
    .filter(([, texts]) => texts.length > 0);
  return Object.fromEntries(found);
}

describe('translated texts (docs/languages.md, "Writing a text")', () => {
  it('include every text of apps/web', () => {
    expect(foundBelow('apps/web/src', bareTextsIn)).toEqual(ALLOWED);
  });

  it('include every text of libs/contracts', () => {
    expect(foundBelow('libs/contracts/src', bareTextsIn)).toEqual(ALLOWED_IN_CONTRACTS);
  });

  it('include every text of apps/api, which are all in libs/contracts because apps/web is built with it', () => {
    expect(foundBelow('apps/api/src', problemTextsIn)).toEqual(ALLOWED_IN_API);
    const said = foundBelow('apps/api/src', (source) =>
      textsIn(source).flatMap(({ call, text }) => (call === 'say' ? [text] : [])),
    );
    expect(said).toEqual({});
  });
});

describe('the search for untranslated texts', () => {
  it.each([
    ['<p>Forgot your password?</p>', ['Forgot your password?']],
    ['<p>{t("a.b", "Log in as")} {email} now</p>', ['now']],
    ['<Field label="Email" autoComplete="new password" />', ['Email']],
    ['<p>{isOpen ? "Close" : t("a.b", "Open")}</p>', ['Close']],
    ['const title = "Join your team";', ['Join your team']],
    ['const note = `Ends on ${date}`;', ['Ends on X']],
    ['const row = { label: "Team" };', ['Team']],
    ['t("a.b", "{who} left", { who: "A member" })', ['A member']],
    ['rich("a.b", "<b>Stop</b>", { b: (words) => <b title="Stop">{words}</b> })', ['Stop']],
  ])('finds a text in: %s', (source, texts) => {
    expect(bareTextsIn(source)).toEqual(texts);
  });

  it.each([
    'import { t } from "a b";',
    '<p className="one two">{t("a.b", "Forgot your password?")}</p>',
    '<p>{code === "Locked" && inWords("Required Field")} · {price}</p>',
    'throw new NetworkError("No answer came")',
    'const type: "a b" = code;',
    '`${id}-problem`',
  ])('finds no text in: %s', (source) => {
    expect(bareTextsIn(source)).toEqual([]);
  });
});

describe('the search for texts of problems', () => {
  it.each([
    [
      "throw new Problem('ValidationFailed', { fields: { email: 'Not this address' } });",
      ['Not this address'],
    ],
    ["new Problem('ValidationFailed', { fields: { [field]: isLong ? 'Too long' : TAKEN } })", ['Too long']],
    ["new Problem('ValidationFailed', { message: `Use ${max} letters` })", ['Use X letters']],
    ["new Problem('ValidationFailed', { fields: { email: 'Taken' } })", ['Taken']],
    ["const KEPT = 'Kept'; const refuse = () => new Problem('X', { fields: { a: KEPT } });", ['Kept']],
  ])('finds a text in: %s', (source, texts) => {
    expect(problemTextsIn(source)).toEqual(texts);
  });

  it.each([
    "new Problem('NotFound')",
    "new Problem('Locked', { retryAfterSeconds: 9, detail: { by: 'password' } })",
    "throw new Error('Nobody reads this')",
  ])('finds no text in: %s', (source) => {
    expect(problemTextsIn(source)).toEqual([]);
  });
});
