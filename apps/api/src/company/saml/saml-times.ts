export const CLOCK_SKEW_MS = 60_000;
export const MAX_ASSERTION_AGE_MS = 300_000;
export const REQUEST_LIFE_MS = 600_000;
