import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { ENTER_VALID_EMAIL, emailField, isDomain, normalizeDomain } from '../email.ts';

/** Maximum length of a domain as text (RFC 1035 3.1). */
const DOMAIN_MAX_LENGTH = 253;

export const IDP_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The browser posts a form to this URL, so `javascript:` and other schemes are not allowed. */
function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol);
}

/** Answer of `GET /idp/{idpName}`: the form that the browser posts to the identity provider. */
export const samlLookupReply = z.object({
  saml: z.string(),
  relayState: z.string(),
  actionUrl: z.string().check(z.refine(isWebAddress, 'Not an address of the web')),
  samlType: z.enum(['SAMLRequest', 'SAMLResponse']),
});
export type SamlLookupReply = z.infer<typeof samlLookupReply>;

/**
 * Query of `GET /idp/{idpName}` and of the page `/saml/{idpName}`. `redirect`: the page to open after the sign-in.
 * `test`: the sign-in is a test. `proof`: it is a step-up of the logged-in user.
 */
export const samlLookupQuery = z.object({
  redirect: z.optional(z.string().check(z.maxLength(2048))),
  test: z.optional(z.string().check(z.maxLength(1))),
  proof: z.optional(z.string().check(z.maxLength(1))),
});
export type SamlLookupQuery = z.infer<typeof samlLookupQuery>;

export const samlProofOutcomes = ['ok', 'not-asked', 'other-person', 'logged-out', 'refused'] as const;
export type SamlProofOutcome = (typeof samlProofOutcomes)[number];

export const findIdpBody = z.strictObject({ email: emailField(ENTER_VALID_EMAIL) });
export type FindIdpBody = z.infer<typeof findIdpBody>;

/**
 * Answer of `POST /idp`: the identity provider of the email address's domain. If the domain has several, `idpName` is
 * the first of them by name, and `idpNames` lists all of them.
 */
export const findIdpReply = z.object({ idpName: z.string(), idpNames: z.optional(z.array(z.string())) });

export const findIdpDomainBody = z.strictObject({
  domain: z.pipe(
    z.string().check(z.maxLength(DOMAIN_MAX_LENGTH)),
    z.pipe(
      z.transform((value: string) => normalizeDomain(value)),
      z.string().check(z.refine(isDomain, ENTER_VALID_EMAIL)),
    ),
  ),
});
export type FindIdpDomainBody = z.infer<typeof findIdpDomainBody>;

/** Answer of `POST /idp/domain`. Names no company, so that the call cannot be used to list customers. */
export const findIdpDomainReply = z.object({ hasSingleSignOn: z.boolean() });

/**
 * The name of our own entry in `ssoTestReply.received`: our time when the response arrived. All other entries are from
 * the response.
 */
export const OUR_CLOCK = say('company.saml.clock', 'Our clock');

/** This many days before a certificate expires, the owner gets the first warning, and the settings mark it. */
export const CERTIFICATE_WARNING_DAYS = 30;

export const ssoSettingsReply = z.object({
  identityProviders: z.array(
    z.object({
      name: z.string(),
      isEnabled: z.boolean(),
      entityId: z.string(),
      singleSignOnUrl: z.string(),
      domains: z.array(z.string()),
      attributes: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
      isIdpInitiatedAllowed: z.boolean(),
      /** The owner has confirmed that the company requires a second factor at every login. */
      asksForSecondFactor: z.boolean(),
      /** `validTo` is empty for an unreadable certificate, which must be imported again. */
      certificates: z.array(z.object({ subject: z.string(), validTo: z.string(), isEnding: z.boolean() })),
      serviceProvider: z.object({ entityId: z.string(), acsUrl: z.string(), metadataUrl: z.string() }),
    }),
  ),
});
export type SsoSettingsReply = z.infer<typeof ssoSettingsReply>;

export const changeIdpBody = z.strictObject({ asksForSecondFactor: z.boolean() });
export type ChangeIdpBody = z.infer<typeof changeIdpBody>;

export const idpChangedReply = z.object({});

/** The checks of a SAML response, in their order. */
export const ssoChecks = [
  'form',
  'encoding',
  'xml',
  'algorithms',
  'request',
  'status',
  'destination',
  'issuer',
  'signature',
  'time',
  'audience',
  'subject',
  'attributes',
  'account',
] as const;
export type SsoCheck = (typeof ssoChecks)[number];

const ssoCheckOutcomes = ['passed', 'warning', 'failed', 'skipped'] as const;

/** Answer of `GET /settings/sso/tests/{id}`: the result of each check of a test login, which starts no session. */
export const ssoTestReply = z.object({
  idpName: z.string(),
  at: z.string(),
  isPassed: z.boolean(),
  checks: z.array(
    z.object({
      check: z.enum(ssoChecks),
      outcome: z.enum(ssoCheckOutcomes),
      /**
       * The received and the expected value, and what to change at the identity provider, in the reader's language.
       */
      detail: z.string(),
    }),
  ),
  received: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});
export type SsoTestReply = z.infer<typeof ssoTestReply>;

/**
 * Answer of `GET /pending-sign-in`: this browser's pending company sign-in. It started no session, because company
 * sign-in alone may not log in to the account with the email address. Empty if no sign-in is pending.
 */
export const pendingSignInReply = z.object({
  waiting: z.optional(
    z.object({
      /**
       * How the sign-in can be completed: by the team's owner, by a login to the account if it is in the company's team
       * (`own-login`), or by a login to the account if it is in another team (`login`).
       */
      decidedBy: z.enum(['owner', 'own-login', 'login']),
      email: z.string(),
      teamName: z.string(),
      /** The account belongs to the team's owner, so there is no one else who could confirm the person. */
      isOwnersAccount: z.boolean(),
      invitationId: z.optional(z.string()),
      hasAsked: z.boolean(),
      /** The account has changed its address and can still change it back to `email`, so only the owner can decide. */
      hasMoved: z.boolean(),
      /** The sign-in started at the identity provider, so a login in this browser links nothing. */
      isUnsolicited: z.optional(z.literal(true)),
    }),
  ),
});
export type PendingSignInReply = z.infer<typeof pendingSignInReply>;

export const askToBeInvitedReply = z.object({});
