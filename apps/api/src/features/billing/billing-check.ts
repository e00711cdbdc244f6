export { BILLING_CHECK_QUEUE } from '@foyer/mail/queues';

/** A visitor's own call has usually ended by now. */
export const FIRST_CHECK_AFTER_SECONDS = 15;
