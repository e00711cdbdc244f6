import type { IdentityProvider, ServiceProvider } from '../identity-providers.service.ts';
import type { PendingRequest, TestRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/**
 * The facts about a response that are known after each stage: posted, parsed, authenticated, bound, person, and finally
 * opened (provisioning.service.ts). The checks of all-checks.ts create the stages from parsed to person, each from the
 * results of the previous one. They are plain data, so that threads can exchange them.
 */

/** The unread post of a browser, and the requests it may answer. */
export type Posted = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** The time of arrival on the database's clock, because the clocks of replicas may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** The values of the two SAML fields. Undefined if the body is not a form or has too many fields. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  readonly relayState: string | undefined;
  /** This browser's unexpired requests to this identity provider. */
  readonly openRequests: readonly PendingRequest[];
  /** Set for an owner's test. */
  readonly test: TestRequest | undefined;
};

/** A document that is safe to read, but not trusted. */
export type Parsed = {
  readonly xml: string;
  readonly response: XmlElement;
  /** Undefined in a response without one, such as an error response. */
  readonly assertion: XmlElement | undefined;
  /** Set if the assertion was encrypted. */
  readonly decryptionKey: string | undefined;
};

/**
 * The signed assertion, and the response, which may be unsigned. In an owner's test with a failed signature, both are
 * unverified.
 */
export type Authenticated = {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** The library's reason to reject a message although its signatures are valid. */
  readonly libraryRejection: string | undefined;
};

/** An assertion that was issued for the portal, is valid now, and belongs to this sign-in. */
export type Bound = {
  readonly idp: IdentityProvider;
  /** Undefined if the sign-in started at the identity provider. */
  readonly answered: PendingRequest | undefined;
  /** The page that the visitor wanted. Undefined unless the post has the RelayState of the answered request. */
  readonly redirectTarget: string | undefined;
  readonly assertionId: string;
  readonly audience: string;
  readonly nameId: string;
  /** The time until which the checks would accept the assertion again. */
  readonly usableUntil: Date;
  /** The end of the session at the identity provider, if the assertion states it. */
  readonly sessionEnd: Date | undefined;
  /** When the person logged in at the identity provider, if readable. If there are several times, the earliest one. */
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

/** The person whom the company vouches for, with all data from the response that a sign-in needs. */
export type Person = Bound & Profile;

/**
 * Returns whether a sign-in meets a second-factor rule, because of the owner's setting or the assertion (ASVS 6.8.4).
 */
export function isSecondFactor({ idp, isMultiFactor }: Pick<Bound, 'idp' | 'isMultiFactor'>): boolean {
  return idp.asksForSecondFactor || isMultiFactor;
}
