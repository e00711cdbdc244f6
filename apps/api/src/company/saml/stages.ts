import type { IdentityProvider, ServiceProvider } from '../identity-providers.service.ts';
import type { PendingRequest, TestRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/**
 * The stages of a response: posted, parsed, authenticated, bound, person, and finally opened
 * (provisioning.service.ts). The checks of all-checks.ts create each stage from the previous ones. Stages are plain
 * data, so that threads can exchange them.
 */

export type Posted = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** The time of arrival on the database's clock, because the clocks of replicas may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** Undefined if the body is not a form or has too many fields. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  readonly relayState: string | undefined;
  readonly openRequests: readonly PendingRequest[];
  readonly test: TestRequest | undefined;
};

/** Safe to read, but not trusted. */
export type Parsed = {
  readonly xml: string;
  readonly response: XmlElement;
  /** Undefined in a response without one, such as an error response. */
  readonly assertion: XmlElement | undefined;
  readonly decryptionKey: string | undefined;
};

/** The response may be unsigned. In an owner's test with a failed signature, both are unverified. */
export type Authenticated = {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** The library's reason to reject a message although its signatures are valid. */
  readonly libraryRejection: string | undefined;
};

/** An assertion that was issued for the portal, is valid now, and belongs to this sign-in. */
export type AcceptedAssertion = {
  readonly idp: IdentityProvider;
  /** Undefined if the sign-in started at the identity provider. */
  readonly answered: PendingRequest | undefined;
  /** Undefined unless the post has the RelayState of the answered request. */
  readonly redirectTarget: string | undefined;
  readonly assertionId: string;
  readonly audience: string;
  readonly nameId: string;
  /** The time until which the checks would accept the assertion again. */
  readonly usableUntil: Date;
  readonly sessionEnd: Date | undefined;
  /** The earliest login at the identity provider, if readable. */
  readonly loggedInAt: Date | undefined;
  readonly isMultiFactor: boolean;
};

export type Profile = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The names that the company sent, without the replacements in `firstName` and `lastName`. */
  readonly sentNames: { readonly firstName?: string; readonly lastName?: string };
};

export type VerifiedSignIn = AcceptedAssertion & Profile;

/** A sign-in counts as a second factor if the owner's setting or the assertion states one (ASVS 6.8.4). */
export function isSecondFactor({
  idp,
  isMultiFactor,
}: Pick<AcceptedAssertion, 'idp' | 'isMultiFactor'>): boolean {
  return idp.asksForSecondFactor || isMultiFactor;
}
