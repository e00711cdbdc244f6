import type { ColumnType } from 'kysely';
import type { Prisma } from './generated/client.ts';

/**
 * The tables by their camel-case names, each with its model in `prisma/schema.prisma`. The database has the same names
 * in snake case.
 */
export const modelOf = {
  answeredRequests: 'AnsweredRequest',
  auditEvents: 'AuditEvent',
  consentTickets: 'ConsentTicket',
  consents: 'Consent',
  dataExports: 'DataExport',
  endedAccess: 'EndedAccess',
  erasures: 'Erasure',
  eventCollaborations: 'EventCollaboration',
  eventInvitations: 'EventInvitation',
  formerIdentities: 'FormerIdentity',
  identityProviders: 'IdentityProvider',
  idpCertificates: 'IdpCertificate',
  idpDomains: 'IdpDomain',
  knownDevices: 'KnownDevice',
  lockouts: 'Lockout',
  mailLimits: 'MailLimit',
  memberChanges: 'MemberChange',
  observeAnswers: 'ObserveAnswer',
  oauthClients: 'OAuthClient',
  oauthCodes: 'OAuthCode',
  oauthGrants: 'OAuthGrant',
  oauthTokens: 'OAuthToken',
  oneTimeLinks: 'OneTimeLink',
  ownerOffers: 'OwnerOffer',
  passkeys: 'Passkey',
  addressChanges: 'AddressChange',
  factorRecoveries: 'FactorRecovery',
  formerAddresses: 'FormerAddress',
  paymentAttempts: 'PaymentAttempt',
  pendingIdentities: 'PendingIdentity',
  pendingLogins: 'PendingLogin',
  publicMailDomains: 'PublicMailDomain',
  rateLimits: 'RateLimit',
  recoveryCodes: 'RecoveryCode',
  registrations: 'Registration',
  renewalReceipts: 'RenewalReceipt',
  seatRequests: 'SeatRequest',
  secondFactorLockouts: 'SecondFactorLockout',
  secondFactors: 'SecondFactor',
  sessions: 'Session',
  ssoIdentities: 'SsoIdentity',
  ssoTests: 'SsoTest',
  subscriptions: 'Subscription',
  teamInvitations: 'TeamInvitation',
  teams: 'Team',
  unpaidInvoices: 'UnpaidInvoice',
  usedAssertions: 'UsedAssertion',
  usedChallenges: 'UsedChallenge',
  users: 'User',
  webhookEvents: 'WebhookEvent',
} as const satisfies Record<string, Prisma.ModelName>;

type Models = Prisma.TypeMap['model'];
type Rows<Model extends Prisma.ModelName> = Models[Model]['payload']['scalars'];
type NewRows<Model extends Prisma.ModelName> = Exclude<
  Models[Model]['operations']['createMany']['args']['data'],
  readonly unknown[]
>;

/**
 * The type of a written value. JSON is written as text, because Postgres' driver would convert an array to a Postgres
 * array. A list may be null in the database, which Prisma's types do not allow.
 */
type Written<Value> = Prisma.JsonValue extends Value
  ? string
  : Value extends readonly unknown[]
    ? Value | null
    : Value;

/** A column as in Prisma's client. It is optional in an insert if it has a default or is nullable. */
type Column<Value, IsGiven extends boolean> = ColumnType<
  Value,
  IsGiven extends true ? Written<Value> : Written<Value> | undefined,
  Written<Value>
>;

type IsGiven<Model extends Prisma.ModelName, Field> = Field extends keyof NewRows<Model>
  ? undefined extends NewRows<Model>[Field]
    ? false
    : true
  : true;

type Table<Model extends Prisma.ModelName> = {
  [Field in keyof Rows<Model>]: Column<Rows<Model>[Field], IsGiven<Model, Field>>;
};

export type Tables = { [Name in keyof typeof modelOf]: Table<(typeof modelOf)[Name]> };
