import type { QueueOptions } from 'pg-boss';

/** Mails to send, and those given up: list them with `findJobs`, retry them with `redrive`. */
export const MAIL_QUEUE = 'mail';
export const FAILED_MAIL_QUEUE = 'mail-failed';

/** Given-up jobs of the API, of all queues. */
export const FAILED_JOB_QUEUE = 'job-failed';

/** Addresses whose account to mail, if they have one: a reset link, or that it is locked. */
export const ACCOUNT_MAIL_QUEUE = 'address-mail';

/** Addresses that signed up; the job looks up who they belong to. */
export const SIGN_UP_MAIL_QUEUE = 'sign-up-mail';

/** Changes of address whose link is to be mailed. */
export const ADDRESS_LINK_QUEUE = 'address-link';

/** Identities that an operator has linked, to mail about. */
export const IDENTITY_LINKED_QUEUE = 'identity-linked';

/** Addresses with invitations to mail: one pending job per address. */
export const INVITATION_MAIL_QUEUE = 'invitation-mail';

/** Users to mail about a new browser; one pending job per user. */
export const NEW_DEVICE_QUEUE = 'new-device';

/** Users whose login waits in a new browser, to mail if it runs out; one pending job per user. */
export const UNFINISHED_LOGIN_QUEUE = 'unfinished-login';

/** Owners to mail about people waiting for them; one pending job per team and kind. */
export const OWNER_NOTICE_QUEUE = 'owner-notice';
/** The same about people whose identity the owner has to decide about. */
export const IDENTITY_NOTICE_QUEUE = 'identity-notice';

/** Webhooks of the card provider, and payment attempts to follow. */
export const BILLING_EVENT_QUEUE = 'billing-event';
export const BILLING_CHECK_QUEUE = 'billing-check';
/** Subscriptions to end, and those that have ended with invoices to void; one pending job each. */
export const BILLING_END_QUEUE = 'billing-end';
/** Fetches what may have changed without a webhook. */
export const BILLING_RECONCILE_QUEUE = 'billing-reconcile';

/** Transferred teams: detaches the former owner's cards at the provider. */
export const HAND_OVER_QUEUE = 'hand-over';
/** Teams whose name changed: the provider is told. */
export const TEAM_CUSTOMER_QUEUE = 'team-customer';
/** Users whose address changed: the provider is told where they own a team that is its customer. */
export const ADDRESS_CHANGED_QUEUE = 'address-changed';
/** Hourly: mails owners about ending grace and expiring cards. */
export const BILLING_REMINDER_QUEUE = 'billing-reminder';

/** Each minute: mails people what ended with their company's sign-in. */
export const ENDED_ACCESS_QUEUE = 'ended-access';

/** Daily: mails about expiring certificates. */
export const SSO_UPKEEP_QUEUE = 'sso-upkeep';

/** Copies of people's data to make; one pending job per user. */
export const DATA_EXPORT_QUEUE = 'data-export';

/** Waits of people who have lost their second factor: tells them once more, near the end. */
export const FACTOR_RECOVERY_QUEUE = 'factor-recovery';

/** Daily: erases accounts whose people asked for it and did not come back. */
export const ERASE_QUEUE = 'erase-accounts';

/** Daily: deletes expired rows. */
export const RETENTION_QUEUE = 'retention';

/**
 * A worker that dies with a mail in progress is noticed by a missed heartbeat, and the mail is retried. A worker
 * waits for a mail server as long as RFC 5321 demands (section 4.5.3.2). A mail is retried for about a day.
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

/** What a try of a job comes to. */
export const jobOutcomes = ['completed', 'retried', 'given-up'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

export function outcomeOfFailure(job: { retryCount: number; retryLimit: number }): JobOutcome {
  return job.retryCount < job.retryLimit ? 'retried' : 'given-up';
}
