/** The allowed clock skew, the maximum age of an assertion, and the time that an identity provider has to answer. */
export const CLOCK_SKEW_MS = 60_000;
export const MAX_ASSERTION_AGE_MS = 300_000;
export const REQUEST_LIFE_MS = 600_000;
