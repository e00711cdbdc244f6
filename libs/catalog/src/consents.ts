/**
 * Version of the consent texts about terms, news and billing. Raise this date when a text changes
 * (`tools/words/consent-texts.spec.ts`): each consent is stored with the version that the person read.
 */
export const CONSENT_TEXTS_VERSION = '2026-11-28';

/** Version of the question about monitoring and analytics, stored with each answer. */
export const OBSERVE_TEXT_VERSION = '2026-11-28';

/** The cookie with the answer about monitoring and analytics (docs/flows/observing.md). */
export const OBSERVE_COOKIE = 'observe';

/** After this time, the question is asked again. */
export const OBSERVE_ANSWER_DAYS = 180;

export type ConsentTo = 'marketing' | 'terms' | 'billing';

/**
 * How the person consented. `ticked`: with a checkbox. `implied`: by the country's law. `contract`: by continuing below
 * a sentence that states it.
 */
export type ConsentBy = 'ticked' | 'implied' | 'contract';
