import type { modelOf } from '@foyer/db/tables';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';

const read = ['SELECT'];
const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * The API's rights on each table (docs/flows/accounts-of-the-database.md), which the migration grants. The compiler
 * requires an entry for every table. Give a new table only the rights that the API needs. Parentheses limit a right to
 * columns. The worker's account has no rights on these tables, only on pg-boss' tables.
 */
export const rightsOfApi = {
  addressChanges: all,
  factorRecoveries: all,
  formerAddresses: all,
  answeredRequests: all,
  // Functions of the database's owner delete old events and erase people in them (`functionsOfApi`). The database sets
  // an event's time and id.
  auditEvents: [
    'SELECT',
    'INSERT (action, details, email, ip_address, outcome, request_id, user_agent, user_id)',
  ],
  consentTickets: all,
  consents: all,
  dataExports: all,
  endedAccess: all,
  // The API may not delete these rows, because `repeat-erasures` needs them after a restore.
  erasures: ['SELECT', 'INSERT'],
  eventCollaborations: ['SELECT', 'INSERT'],
  eventInvitations: all,
  // A trigger inserts the rows when the database's owner deletes an identity provider or changes its issuer.
  formerIdentities: ['SELECT', 'DELETE'],
  // The API changes only this column. The right also allows it to lock the row.
  identityProviders: ['SELECT', 'UPDATE (asks_for_second_factor)'],
  idpCertificates: read,
  idpDomains: read,
  knownDevices: all,
  lockouts: all,
  mailLimits: all,
  memberChanges: all,
  observeAnswers: all,
  // The API locks the row while a user consents. For a lock, Postgres requires the right to change a column.
  oauthClients: ['SELECT', 'UPDATE (created_at)'],
  oauthCodes: ['SELECT', 'INSERT', 'UPDATE'],
  oauthGrants: all,
  oauthTokens: all,
  oneTimeLinks: all,
  ownerOffers: all,
  passkeys: all,
  paymentAttempts: all,
  pendingIdentities: all,
  pendingLogins: all,
  publicMailDomains: read,
  rateLimits: all,
  recoveryCodes: all,
  registrations: all,
  renewalReceipts: all,
  seatRequests: all,
  secondFactorLockouts: all,
  secondFactors: all,
  sessions: all,
  ssoIdentities: all,
  ssoTests: all,
  subscriptions: ['SELECT', 'INSERT', 'UPDATE'],
  teamInvitations: all,
  teams: all,
  unpaidInvoices: all,
  usedAssertions: all,
  usedChallenges: all,
  users: all,
  webhookEvents: all,
} as const satisfies Record<keyof typeof modelOf, readonly string[]>;

/**
 * Functions of the database's owner that the API may call. Each does one thing for which the API has no rights. Types
 * have Postgres' spelling.
 */
export const functionsOfApi = [
  'delete_old_events(integer, integer)',
  'forget_person(text, uuid, timestamp with time zone, timestamp with time zone)',
  'queued_for(text)',
  'due_jobs()',
] as const;

/** The worker's queues. The API processes the jobs of all other queues. */
export const queuesOfWorker: readonly string[] = [MAIL_QUEUE, FAILED_MAIL_QUEUE];
