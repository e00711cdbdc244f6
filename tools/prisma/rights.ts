import type { modelOf } from '@foyer/db/tables';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';

const read = ['SELECT'];
const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * The API's rights on each table (docs/flows/accounts-of-the-database.md). The compiler requires every table: a new
 * one gets the rights that the API needs, and no more. Brackets limit a right to columns. `npm run db:migrate` grants
 * them. The worker's account has no rights on these tables: it works its queue.
 */
export const rightsOfApi = {
  addressChanges: all,
  factorRecoveries: all,
  formerAddresses: all,
  answeredRequests: all,
  // The owner's functions delete old events and erase people in them.
  // The database's clock gives an event its time and id.
  auditEvents: [
    'SELECT',
    'INSERT (action, details, email, ip_address, outcome, request_id, user_agent, user_id)',
  ],
  consentTickets: all,
  consents: all,
  dataExports: all,
  endedAccess: all,
  // Erasures stay known, for the owner's commands after a restore.
  erasures: ['SELECT', 'INSERT'],
  eventCollaborations: ['SELECT', 'INSERT'],
  eventInvitations: all,
  // A trigger writes it when the owner deletes a provider.
  formerIdentities: ['SELECT', 'DELETE'],
  // Only whether its sign-ins are a second factor. That right also allows locking the row.
  identityProviders: ['SELECT', 'UPDATE (asks_for_second_factor)'],
  idpCertificates: read,
  idpDomains: read,
  knownDevices: all,
  lockouts: all,
  mailLimits: all,
  memberChanges: all,
  observeAnswers: all,
  // Locked while a user consents, for which Postgres requires the right to change a column.
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
 * Functions of the owner that the API may call. Each does one thing that the API itself may not. Types in Postgres'
 * spelling.
 */
export const functionsOfApi = [
  'delete_old_events(integer, integer)',
  'forget_person(text, uuid, timestamp with time zone, timestamp with time zone)',
  'queued_for(text)',
  'due_jobs()',
] as const;

/** The worker's queues. All others are the API's. */
export const queuesOfWorker: readonly string[] = [MAIL_QUEUE, FAILED_MAIL_QUEUE];
