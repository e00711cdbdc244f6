import type { QueueOptions } from 'pg-boss';

/** Mails to send, and failed mails. `npm run operate -- dead-mails` lists and retries failed mails. */
export const MAIL_QUEUE = 'mail';
export const FAILED_MAIL_QUEUE = 'mail-failed';

/** Failed jobs of all the API's queues. */
export const FAILED_JOB_QUEUE = 'job-failed';

/**
 * Addresses that requested a new password or are locked. If the address has an account, the job mails how to log in
 * again, or that the account is locked.
 */
export const ACCOUNT_MAIL_QUEUE = 'address-mail';

/** Addresses that signed up. The job mails a sign-up link, or how to log in if the address has an account. */
export const SIGN_UP_MAIL_QUEUE = 'sign-up-mail';

/** Requested changes of address. The job mails the link that confirms the new address. */
export const ADDRESS_LINK_QUEUE = 'address-link';

/** Identities that an operator has linked, to notify the user. */
export const IDENTITY_LINKED_QUEUE = 'identity-linked';

/** Addresses with invitations to mail: one pending job per address. */
export const INVITATION_MAIL_QUEUE = 'invitation-mail';

/** Users to notify of a login in a new browser. One pending job per user. */
export const NEW_DEVICE_QUEUE = 'new-device';

/** Users to notify if their pending login in a new browser expires. One pending job per user. */
export const UNFINISHED_LOGIN_QUEUE = 'unfinished-login';

/** Owners to notify of requests for seats or invitations and of member changes. One pending job per team and kind. */
export const OWNER_NOTICE_QUEUE = 'owner-notice';
/** Owners to notify of identities that wait for the owner's decision. One pending job per team. */
export const IDENTITY_NOTICE_QUEUE = 'identity-notice';

/** Webhook events of the card provider. */
export const BILLING_EVENT_QUEUE = 'billing-event';
/** Open payment attempts. The job reconciles them. */
export const BILLING_CHECK_QUEUE = 'billing-check';
/**
 * Subscriptions to end, ended ones whose late payments are checked, and customers without an owner. One pending job for
 * each.
 */
export const BILLING_END_QUEUE = 'billing-end';
/** Every ten minutes, the job fetches changes whose webhook was lost. */
export const BILLING_RECONCILE_QUEUE = 'billing-reconcile';

/** Teams with cards of a former owner. The job detaches these cards at the provider. */
export const TRANSFER_QUEUE = 'hand-over';
/** Teams whose new name must be sent to the provider. */
export const TEAM_CUSTOMER_QUEUE = 'team-customer';
/** Users with a new address. The job sends it to the provider if the user owns a team with a customer there. */
export const ADDRESS_CHANGED_QUEUE = 'address-changed';
/** Hourly: mails owners about ending grace periods and expiring cards, and removes former owners' cards. */
export const BILLING_REMINDER_QUEUE = 'billing-reminder';

/** Each minute: notifies people of access that ended with their company's sign-in. */
export const ENDED_ACCESS_QUEUE = 'ended-access';

/** Daily: mails about expiring certificates. */
export const SSO_UPKEEP_QUEUE = 'sso-upkeep';

/** Data exports to make. One pending job per user. */
export const DATA_EXPORT_QUEUE = 'data-export';

/** Recoveries of lost second factors. The job mails a reminder near the end. */
export const FACTOR_RECOVERY_QUEUE = 'factor-recovery';

/** Daily: erases accounts at the end of their deletion period. */
export const ERASE_QUEUE = 'erase-accounts';

/** Daily: deletes expired rows. */
export const RETENTION_QUEUE = 'retention';

/**
 * A process that misses heartbeats counts as dead, and its job is retried. The time limit of a job is longer, because
 * mail servers may be slow (RFC 5321, section 4.5.3.2). Pauses between retries grow to at most two hours.
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

export const jobOutcomes = ['completed', 'retried', 'given-up'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

export function outcomeOfFailure(job: { retryCount: number; retryLimit: number }): JobOutcome {
  return job.retryCount < job.retryLimit ? 'retried' : 'given-up';
}
