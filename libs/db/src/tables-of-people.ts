import type { Prisma } from './generated/client.ts';

/** Where the export has a table's rows about a person, or why it has none of them. */
type Holding = { exportedAs: string } | { leftOut: string };

const at = (exportedAs: string): Holding => ({ exportedAs });
const none = (leftOut: string): Holding => ({ leftOut });

/**
 * Every table, and what of it is a person's (GDPR articles 15 and 17). The compiler asks for each model: whoever adds one
 * says here what the export has of it, and either lets it go with its user (`onDelete: Cascade`) or deletes it in
 * `erase-person.ts`. Specs hold the list against what is exported and what is left after an erasure.
 */
export const tablesOfPeople = {
  Team: at('user.team'),
  User: at('user'),
  InactiveAccount: at('user.inactiveAccount'),
  Erasure: none('knows rows that are gone by a hash of their id, and nobody'),
  OwnerOffer: at('user.ownerOffers'),
  Registration: at('registrations'),
  ObserveAnswer: none('knows a browser by the id in its cookie, and nobody'),
  OneTimeLink: at('links'),
  MailWait: at('mailWaits'),
  LoginLockout: at('loginLockouts'),
  DeviceLockout: none('counts the tries of a browser, by an id that is with the browser’s row'),
  RateLimit: none('counts the calls of a network for minutes; it knows nobody'),
  Session: at('user.sessions'),
  KnownDevice: at('user.knownDevices'),
  Passkey: at('user.passkeys'),
  UsedChallenge: none('knows challenges by their hash, and nobody'),
  TeamInvitation: at('teamInvitations'),
  EventInvitation: at('eventInvitations'),
  InvitationMailWait: at('invitationMailWaits'),
  InvitationBudget: at('invitationBudgets'),
  EventCollaboration: at('user.eventCollaborations'),
  IdentityProvider: none('is a company’s; whose identities it has is in the identities'),
  IdpCertificate: none('is a company’s'),
  IdpDomain: none('is a company’s'),
  SsoIdentity: at('user.ssoIdentities'),
  PendingIdentity: at('pendingIdentities'),
  SamlRequest: none('is not written any more (decision 31)'),
  AnsweredRequest: none('knows requests by their number, and nobody'),
  UsedAssertion: none('knows assertions by their number, and nobody'),
  SsoTest: at('user.ssoTests'),
  EndedAccess: at('user.endedAccess'),
  SeatRequest: at('seatRequests'),
  MemberChange: at('memberChanges'),
  OAuthClient: none('is an app; which ones have access is in the grants'),
  ConsentTicket: none('a question on a screen, gone with it'),
  OAuthGrant: at('user.oauthGrants'),
  Consent: at('user.consents'),
  OAuthCode: none('a hash that belongs to a grant'),
  OAuthToken: none('a hash that belongs to a grant'),
  Subscription: at('user.team'),
  RenewalReceipt: none('knows invoices by the card provider’s number, which has them'),
  PaymentAttempt: at('user.paymentAttempts'),
  WebhookEvent: none('knows objects of the card provider by their number'),
  AuditEvent: at('securityLog'),
  AddressChange: at('user.addressChanges'),
  FormerAddress: at('user.formerAddresses'),
  FactorRecovery: at('user.factorRecoveries'),
  DataExport: at('user.dataExport'),
  SecondFactor: at('user.secondFactor'),
  RecoveryCode: at('user.secondFactor'),
  PendingLogin: at('user.secondFactor'),
  SecondFactorLockout: at('user.secondFactor'),
} as const satisfies Record<Prisma.ModelName, Holding>;
