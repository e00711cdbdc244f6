import type { Prisma } from './generated/client.ts';

/** What a row gives access to: an existing or new `account`, or an open `session` of a browser or app. */
type Opens = 'account' | 'session' | 'nothing';

type Holding<What extends Opens> = { opens: What } & ({ exportedAs: string } | { leftOut: string });

const at = <What extends Opens>(opens: What, exportedAs: string): Holding<What> => ({ opens, exportedAs });
const none = <What extends Opens>(opens: What, leftOut: string): Holding<What> => ({ opens, leftOut });

/**
 * Every table (GDPR articles 15 and 17): its key in the export or why it is not exported, and what a row gives access
 * to. The compiler requires an entry for each model.
 */
export const tablesOfPeople = {
  Team: at('nothing', 'user.team'),
  User: at('account', 'user'),
  Erasure: none('nothing', 'knows deleted rows by a hash of their id, and no one'),
  OwnerOffer: at('account', 'user.ownerOffers'),
  Registration: at('nothing', 'registrations'),
  ObserveAnswer: none('nothing', 'knows a browser by the id in its cookie, and no one'),
  OneTimeLink: at('account', 'links'),
  MailLimit: at('nothing', 'mailLimits'),
  Lockout: at('nothing', 'lockouts'),
  RateLimit: none('nothing', 'counts the calls of a network for minutes, and knows no one'),
  Session: at('session', 'user.sessions'),
  KnownDevice: at('session', 'user.knownDevices'),
  Passkey: at('account', 'user.passkeys'),
  UsedChallenge: none('nothing', 'knows challenges by their hash, and no one'),
  TeamInvitation: at('nothing', 'teamInvitations'),
  EventInvitation: at('nothing', 'eventInvitations'),
  EventCollaboration: at('nothing', 'user.eventCollaborations'),
  IdentityProvider: none('nothing', 'is a company’s; whose identities it has is in the identities'),
  IdpCertificate: none('nothing', 'is a company’s'),
  IdpDomain: none('nothing', 'is a company’s'),
  PublicMailDomain: none('nothing', 'knows domains of mail providers, and no one'),
  SsoIdentity: at('account', 'user.ssoIdentities'),
  PendingIdentity: at('account', 'pendingIdentities'),
  FormerIdentity: at('nothing', 'user.formerIdentities'),
  AnsweredRequest: none('nothing', 'knows requests by their number, and no one'),
  UsedAssertion: none('nothing', 'knows assertions by their number, and no one'),
  SsoTest: at('nothing', 'user.ssoTests'),
  EndedAccess: at('nothing', 'user.endedAccess'),
  SeatRequest: at('nothing', 'seatRequests'),
  MemberChange: at('nothing', 'memberChanges'),
  OAuthClient: none('nothing', 'is an app; which ones have access is in the grants'),
  ConsentTicket: none('nothing', 'a question on a screen, gone with it'),
  OAuthGrant: at('session', 'user.oauthGrants'),
  Consent: at('nothing', 'user.consents'),
  OAuthCode: none('nothing', 'a hash that belongs to a grant'),
  OAuthToken: none('nothing', 'a hash that belongs to a grant'),
  Subscription: at('nothing', 'user.team'),
  RenewalReceipt: none('nothing', 'knows invoices by the card provider’s number, which has them'),
  UnpaidInvoice: none('nothing', 'knows invoices by the card provider’s number, which has them'),
  PaymentAttempt: at('nothing', 'user.paymentAttempts'),
  WebhookEvent: none('nothing', 'knows objects of the card provider by their number'),
  AuditEvent: at('nothing', 'securityLog'),
  AddressChange: at('account', 'user.addressChanges'),
  FormerAddress: at('nothing', 'user.formerAddresses'),
  FactorRecovery: at('account', 'user.factorRecoveries'),
  DataExport: at('nothing', 'user.dataExport'),
  SecondFactor: at('account', 'user.secondFactor'),
  RecoveryCode: at('account', 'user.secondFactor'),
  PendingLogin: at('session', 'user.secondFactor'),
  SecondFactorLockout: at('nothing', 'user.secondFactor'),
} as const satisfies Record<Prisma.ModelName, Holding<Opens>>;

type Tables = typeof tablesOfPeople;

/** Tables whose rows give access. Apps' codes and tokens are not included, because they are invalid without a grant. */
export type AccessTable = {
  [Name in keyof Tables]: Tables[Name]['opens'] extends 'nothing' ? never : Name;
}[keyof Tables];
