import type { QueueOptions } from 'pg-boss';

/** Mails waiting to be sent, and those that were given up: read them with `findJobs`, send them again with `redrive`. */
export const MAIL_QUEUE = 'mail';
export const FAILED_MAIL_QUEUE = 'mail-failed';

/** The API's own jobs that were given up, whatever their queue. */
export const FAILED_JOB_QUEUE = 'job-failed';

/** Addresses that are to be written to; the API looks up who they belong to. */
export const ACCOUNT_MAIL_QUEUE = 'address-mail';
/** The same of replicas of the release before, which could not work ours. Goes with the next release. */
export const FORMER_ACCOUNT_MAIL_QUEUE = 'account-mail';

/** Addresses that have invitations to be told of: one job of an address waits at a time, now or for later. */
export const INVITATION_MAIL_QUEUE = 'invitation-mail';

/** Users who are to be told of a browser they had not logged in with before; at most one waits for each of them. */
export const NEW_DEVICE_QUEUE = 'new-device';

/** Team owners who are to be told of people that wait for them; at most one waits for each team and matter. */
export const OWNER_NOTICE_QUEUE = 'owner-notice';

/** Events of the card provider, and attempts to pay that somebody has to look after. */
export const BILLING_EVENT_QUEUE = 'billing-event';
export const BILLING_CHECK_QUEUE = 'billing-check';
/** Subscriptions that nobody paid for in time; at most one job waits for each of them. */
export const BILLING_UNPAID_QUEUE = 'billing-unpaid';
/** Reads again what may have changed without our hearing of it. */
export const BILLING_RECONCILE_QUEUE = 'billing-reconcile';

/** Teams that were handed over: the cards of the owner before are to be taken off at the provider. */
export const HAND_OVER_QUEUE = 'hand-over';
/** Tells owners of a grace that ends and of cards that expire, once an hour. */
export const BILLING_REMINDER_QUEUE = 'billing-reminder';

/** Warns of certificates that end, once a day. */
export const SSO_UPKEEP_QUEUE = 'sso-upkeep';

/** Deletes what is past its time, once a day. */
export const RETENTION_QUEUE = 'retention';

/**
 * A worker that dies with a mail in hand is noticed after the heartbeat is missed and the mail goes out again. A worker
 * may wait for a mail server's answer as long as RFC 5321 asks (section 4.5.3.2). A mail is tried for about a day.
 */
export const mailQueueOptions = {
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 7_200,
  retentionSeconds: 3 * 86_400,
  deleteAfterSeconds: 3_600,
} satisfies QueueOptions;
