/**
 * The version of what people agree to: the sentences about terms, news and billing. A date, raised whenever one of them
 * changes (`tools/words/consent-texts.spec.ts`), since a consent is kept with the version that was read.
 */
export const CONSENT_TEXTS_VERSION = '2026-11-28';

/** Version of the question about monitoring and analytics. Each answer stores it. */
export const OBSERVE_TEXT_VERSION = '2026-11-28';

/** Of the browser that has answered it (docs/flows/observing.md). */
export const OBSERVE_COOKIE = 'observe';

/** After this time every visitor is asked again. */
export const OBSERVE_ANSWER_DAYS = 180;

/** What people agree to. */
export type ConsentTo = 'marketing' | 'terms' | 'billing';

/** How consent was given: by a ticked box, by the country's law, or by continuing below a sentence that states it. */
export type ConsentBy = 'ticked' | 'implied' | 'contract';
