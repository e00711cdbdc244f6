/**
 * Nested timeouts: each service answers before its caller times out. Browser > API > one call of the card provider.
 * Longer work continues after a "pending" answer.
 */

export const BROWSER_WAIT_MS = 30_000;

/** The part of `BROWSER_WAIT_MS` for the network, the database, and pauses between retries. */
const AROUND_THE_PROVIDER_MS = 8_000;

/**
 * Time limit of the API's answer to a call that uses the card provider. The answer may be that the outcome is unknown.
 */
export const API_ANSWER_MS = BROWSER_WAIT_MS - AROUND_THE_PROVIDER_MS;

/** Timeout of one try of a provider call. Leaves time for a second try. */
export const PROVIDER_TRY_MS = API_ANSWER_MS / 2;

/**
 * An estimate of a payment's provider calls, for example for the customer, the card, the subscription and the charge.
 */
const CALLS_OF_A_PAYMENT = 7;

/** Time limit of a payment. The work may continue after the API's answer. */
export const PAYMENT_WORK_MS = CALLS_OF_A_PAYMENT * PROVIDER_TRY_MS;

/**
 * Length of a lease on a payment attempt, which its process renews. After a crash of this process, others wait at most
 * this long.
 */
export const PAYMENT_LEASE_MS = 10_000;
/** Interval at which a process renews its lease. The lease survives a few failed renewals. */
export const PAYMENT_RENEWAL_MS = PAYMENT_LEASE_MS / 4;

/** Long polling: how long the API holds a request for a payment outcome, and how long the browser then pauses. */
export const PAYMENT_WATCH_MS = 4_000;
export const PAYMENT_ASK_AGAIN_MS = 1_500;

/**
 * After this time, the billing page only polls. It says that the user can leave the page, because we mail the outcome.
 */
export const SAFE_TO_LEAVE_MS = 2 * BROWSER_WAIT_MS;
