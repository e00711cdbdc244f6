/**
 * Nested deadlines (invariant 15 of docs/security.md): every callee answers before its caller gives up. Browser > API
 * > one call of the card provider. Longer work continues after a "pending" answer.
 */

/** The page's time-out; longer than the slowest regular answer. */
export const BROWSER_WAIT_MS = 30_000;

/** For the network, the database, and pauses between retries. */
const AROUND_THE_PROVIDER_MS = 8_000;

/** The API answers by then, if only that the outcome is unknown. */
export const API_ANSWER_MS = BROWSER_WAIT_MS - AROUND_THE_PROVIDER_MS;

/** Time-out of one try of a provider call: if its answer is lost, another try fits. */
export const PROVIDER_TRY_MS = API_ANSWER_MS / 2;

/** Customer, method, attaching, address, subscription, payment, and its outcome. */
const CALLS_OF_A_PAYMENT = 7;

/** A payment ends within this time, if needed after its answer: each of its calls may take a full attempt. */
export const PAYMENT_WORK_MS = CALLS_OF_A_PAYMENT * PROVIDER_TRY_MS;

/** Length of a claim on a payment. The working process renews it, so that others do not wait longer for a dead one. */
export const PAYMENT_LEASE_MS = 10_000;
/** How often it is renewed: a few renewals may fail. */
export const PAYMENT_RENEWAL_MS = PAYMENT_LEASE_MS / 4;

/** Long polling: how long the API holds a request for a payment's outcome, and the page's pause after it. */
export const PAYMENT_WATCH_MS = 4_000;
export const PAYMENT_ASK_AGAIN_MS = 1_500;

/** After this time the page says that the payment takes long and that leaving is safe: the outcome is mailed. */
export const SAFE_TO_LEAVE_MS = 2 * BROWSER_WAIT_MS;
