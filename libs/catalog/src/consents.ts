/**
 * The version of what people agree to: the sentences about terms, news and billing. A date, raised whenever one of them
 * changes (`tools/words/consent-texts.spec.ts`), since a consent is kept with the version that was read.
 */
export const CONSENT_TEXTS_VERSION = '2026-11-22';

/** What people agree to. */
export type ConsentTo = 'marketing' | 'terms' | 'billing';

/** How they did: by ticking a box, by their country's law, or by going on under a sentence that says so. */
export type ConsentBy = 'ticked' | 'implied' | 'contract';
