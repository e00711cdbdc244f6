import type { modelOf } from '@foyer/db/tables';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';

const read = ['SELECT'];
const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * What the API does to each table (docs/flows/accounts-of-the-database.md). The compiler asks for every one: whoever adds a
 * table says here what the API's account may do to it, and no more than the API does. A right ends at the columns in
 * its brackets. `npm run db:migrate` grants it. The worker's account has nothing of these tables: it works its queue.
 */
export const rightsOfApi = {
  addressChanges: all,
  factorRecoveries: all,
  formerAddresses: all,
  answeredRequests: all,
  // Old events are deleted, and people in it forgotten, by functions of the owner.
  // An event says when it was, and which one it is, by the database's clock.
  auditEvents: [
    'SELECT',
    'INSERT (action, details, email, ip_address, outcome, request_id, user_agent, user_id)',
  ],
  consentTickets: all,
  consents: all,
  dataExports: all,
  endedAccess: all,
  // What was erased stays known, to the owner's commands after a restore.
  erasures: ['SELECT', 'INSERT'],
  eventCollaborations: ['SELECT', 'INSERT'],
  eventInvitations: all,
  // Written by a trigger when a provider goes, which is the owner's to do.
  formerIdentities: ['SELECT', 'DELETE'],
  // Whether its sign-ins are a second factor, and nothing else; by which it can lock the row.
  identityProviders: ['SELECT', 'UPDATE (asks_for_second_factor)'],
  idpCertificates: read,
  idpDomains: read,
  knownDevices: all,
  lockouts: all,
  mailLimits: all,
  memberChanges: all,
  observeAnswers: all,
  // Locked while a person consents to what it asks for, for which Postgres wants the right to change some column.
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

/** Functions of the owner that the API may call, each of which does one thing that it may not do itself. Types as Postgres spells them. */
export const functionsOfApi = [
  'delete_old_events(integer, integer)',
  'forget_person(text, uuid, timestamp with time zone, timestamp with time zone)',
  'queued_for(text)',
  'due_jobs()',
] as const;

/** The queues that the worker works; all others are the API's. */
export const queuesOfWorker: readonly string[] = [MAIL_QUEUE, FAILED_MAIL_QUEUE];
