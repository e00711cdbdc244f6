import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CONSENT_TEXTS_VERSION, OBSERVE_TEXT_VERSION } from '@foyer/catalog/consents';
import { languages, PSEUDO_LANGUAGE } from '@foyer/catalog/languages';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import { textsIn, type TextInSource } from '@foyer/catalog/words/texts-in';
import { ROOT } from '../paths.ts';

/** Files whose texts users agree to. The test adds `billingTerms` of plan-texts.ts. */
const FILES = [
  'apps/web/src/billing/billing-terms.tsx',
  'apps/web/src/fields/english-governs.ts',
  'apps/web/src/fields/opt-in-field.tsx',
  'apps/web/src/fields/terms-text.tsx',
];

const OBSERVE_FILES = [
  'apps/web/src/shell/observe-consent/observe-modal.tsx',
  'apps/web/src/shell/observe-bar.tsx',
];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The digest of each published version of the texts. Entries never change. */
const published: Readonly<Record<string, string>> = {
  '2026-11-22': 'e6bcf79e7df73864',
  '2026-11-28': '86a588b99928fad1',
};

const publishedQuestions: Readonly<Record<string, string>> = {
  '2026-11-23': '8ca5bf60b6a49be6',
  '2026-11-28': 'bd16e042fa718fce',
};

const catalogues = languages
  .filter(({ tag }) => tag !== PSEUDO_LANGUAGE)
  .map(({ tag }) => readCatalogue(tag));

const digestOf = (texts: TextInSource[]) => {
  const read = catalogues.flatMap(({ textOf }) => texts.map(({ id, text }) => textOf(id, text)));
  return createHash('sha256').update(read.join('\n')).digest('hex').slice(0, 16);
};

describe('the texts that users agree to', () => {
  it('get a new version when one of them changes in any language', () => {
    const [billing = ''] = /billingTerms = .*?\}\);/s.exec(read('apps/web/src/words/plan-texts.ts')) ?? [];
    const texts = [...FILES.map(read), billing].flatMap(textsIn);
    expect(texts.length).toBeGreaterThanOrEqual(11);
    // After a change of a text, raise CONSENT_TEXTS_VERSION and add its digest above.
    expect(published[CONSENT_TEXTS_VERSION]).toBe(digestOf(texts));
  });

  it('get a new version when the question about monitoring changes', () => {
    const texts = OBSERVE_FILES.map(read).flatMap(textsIn);
    expect(texts.length).toBeGreaterThanOrEqual(7);
    // After a change, raise OBSERVE_TEXT_VERSION and add its digest above. Users who agreed are then asked again.
    expect(publishedQuestions[OBSERVE_TEXT_VERSION]).toBe(digestOf(texts));
  });
});
