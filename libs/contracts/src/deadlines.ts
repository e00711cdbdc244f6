/**
 * One deadline from the outside in (invariant 15 of docs/security.md): whoever is asked has answered before whoever
 * asks gives up. Browser > API > one call of the card provider. What takes longer goes on behind an answer that says
 * so.
 */

/** What the page waits for an answer; longer than the slowest honest one. */
export const BROWSER_WAIT_MS = 30_000;

/** For the way there and back, for the database, and for the pauses between two tries. */
const AROUND_THE_PROVIDER_MS = 8_000;

/** The API has answered by then, if only that it does not know yet. */
export const API_ANSWER_MS = BROWSER_WAIT_MS - AROUND_THE_PROVIDER_MS;

/** One try of one call of the card provider: when its answer is lost, another one still fits. */
export const PROVIDER_TRY_MS = API_ANSWER_MS / 2;

/** Customer, method, attaching, address, subscription, payment, and what came of it. */
const CALLS_OF_A_PAYMENT = 7;

/** A payment has ended by then, behind the answer too: each of its calls may need the whole of a try. */
export const PAYMENT_WORK_MS = CALLS_OF_A_PAYMENT * PROVIDER_TRY_MS;

/** Nobody else works on a payment before: its work has surely ended, though its writing may have been slow. */
export const PAYMENT_HELD_MS = PAYMENT_WORK_MS + AROUND_THE_PROVIDER_MS;

/** How long the API holds the call of a page that asks what came of a payment, and how long that page then waits. */
export const PAYMENT_WATCH_MS = 4_000;
export const PAYMENT_ASK_AGAIN_MS = 1_500;

/** From then on the visitor is told that it takes long and that leaving is safe; who left gets a mail. */
export const SAFE_TO_LEAVE_MS = 2 * BROWSER_WAIT_MS;
