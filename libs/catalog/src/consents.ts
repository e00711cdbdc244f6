/**
 * The version of the consent texts about terms, news and billing. This date must be raised when a text changes
 * (`tools/words/consent-texts.spec.ts`), because each consent is stored with the version that the person read.
 */
export const CONSENT_TEXTS_VERSION = '2026-11-28';

/** Version of the question about monitoring and analytics, stored with each answer. */
export const OBSERVE_TEXT_VERSION = '2026-11-28';

/** The name of the cookie with the answer about monitoring and analytics (docs/flows/observing.md). */
export const OBSERVE_COOKIE = 'observe';

/** The question is asked again this many days after the answer. */
export const OBSERVE_ANSWER_DAYS = 180;

export type ConsentTo = 'marketing' | 'terms' | 'billing';

/** How consent was given: by a ticked box, by the country's law, or by continuing below a sentence that states it. */
export type ConsentBy = 'ticked' | 'implied' | 'contract';
