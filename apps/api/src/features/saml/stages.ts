import type { IdentityProvider, ServiceProvider } from '../../accounts/identity-providers.service.ts';
import type { PendingRequest, TestRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/**
 * What is known of a response after each stage of its way in: posted, parsed, authenticated, bound, a person, and last
 * provisioned (provisioning.service.ts). A stage is made of what the one before it found, by the checks of all-checks.ts
 * and by nothing else. Plain data, since most of it happens in a thread (examine.ts).
 */

/** What a browser has posted for an identity provider, and what it had been asked: nobody has read it yet. */
export type Posted = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** The database's time when it came: replicas' own clocks may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** The fields of the body, when it is a form of a few. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  /** The RelayState that came with it. */
  readonly relayState: string | undefined;
  /** What this browser asked of this identity provider, as far as there is time left to answer. */
  readonly openRequests: readonly PendingRequest[];
  /** An owner's test, when that is what is answered: every check is reported, and nobody is signed in. */
  readonly test: TestRequest | undefined;
};

/** A document that can be read safely, as it was received: nothing in it is to be believed. */
export type Parsed = {
  readonly xml: string;
  readonly response: XmlElement;
  /** A refusal has none. */
  readonly assertion: XmlElement | undefined;
  /** The one of our keys that opened the assertion, when that came encrypted. */
  readonly decryptionKey: string | undefined;
};

/** What a registered key has signed; of the response that is true as far as the identity provider signs responses. */
export type Authenticated = {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** Why the library refuses the message although its signatures are right. */
  readonly libraryRejection: string | undefined;
};

/** An assertion that was made for us, for now and for this very sign-in. */
export type Bound = {
  readonly idp: IdentityProvider;
  /** What is answered; undefined for a sign-in that began at the identity provider. */
  readonly answered: PendingRequest | undefined;
  /** Where the visitor wanted to go; only the RelayState we sent says so. */
  readonly redirectTarget: string | undefined;
  readonly assertionId: string;
  /** The name by which it means us. */
  readonly audience: string;
  readonly nameId: string;
  /** Until when a replay would pass the other checks. */
  readonly usableUntil: Date;
  /** When the session at the identity provider ends, if that is said. */
  readonly sessionEnd: Date | undefined;
};

/** What a company says of somebody. */
export type Profile = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The names that came; the others are made of the address. */
  readonly sentNames: { readonly firstName?: string; readonly lastName?: string };
};

/** Whom the company vouches for: all that signing in needs to know of a response. */
export type Person = Bound & Profile;
