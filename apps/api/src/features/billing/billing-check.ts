export { BILLING_CHECK_QUEUE } from '@foyer/mail/queues';

/** By then the visitor's own request has usually finished. */
export const FIRST_CHECK_AFTER_SECONDS = 15;
