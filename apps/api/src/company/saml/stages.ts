import type { IdentityProvider, ServiceProvider } from '../identity-providers.service.ts';
import type { PendingRequest, TestRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/**
 * What is known of a response after each stage: posted, parsed, authenticated, bound, a person, and last provisioned
 * (provisioning.service.ts). Only the checks of all-checks.ts make a stage, from the findings of the one before. Plain data,
 * because it passes between threads (examine.ts).
 */

/** What a browser has posted, unread, and what it may answer. */
export type Posted = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** When it arrived, by the database's clock, because those of replicas may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** The fields of the body, if it is a form and has few. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  readonly relayState: string | undefined;
  /** The requests of this browser to this identity provider that have not expired. */
  readonly openRequests: readonly PendingRequest[];
  /** Set if it answers an owner's test: every check is reported, and nobody is signed in. */
  readonly test: TestRequest | undefined;
};

/** A document that is safe to read and not to be trusted. */
export type Parsed = {
  readonly xml: string;
  readonly response: XmlElement;
  /** Undefined in a response whose status is no success. */
  readonly assertion: XmlElement | undefined;
  /** Which of our keys decrypted the assertion, if it was encrypted. */
  readonly decryptionKey: string | undefined;
};

/** What a registered key has signed: the assertion, and the response where the identity provider signs responses. */
export type Authenticated = {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** The library's reason to refuse a message whose signatures are right. */
  readonly libraryRejection: string | undefined;
};

/** An assertion that was made for us, for now and for this very sign-in. */
export type Bound = {
  readonly idp: IdentityProvider;
  /** The request it answers; undefined for a sign-in that began at the identity provider. */
  readonly answered: PendingRequest | undefined;
  /** Where the visitor wanted to go; trusted only from the request that our RelayState names. */
  readonly redirectTarget: string | undefined;
  readonly assertionId: string;
  /** Which of our names the assertion is for. */
  readonly audience: string;
  readonly nameId: string;
  /** Until when a replay would pass the other checks. */
  readonly usableUntil: Date;
  /** When the session at the identity provider ends, if that is said. */
  readonly sessionEnd: Date | undefined;
  /** When the person last proved there who they are, as far as that can be read; of several times the earliest. */
  readonly loggedInAt: Date | undefined;
  /** Whether the identity provider says that it asked for more than one factor. */
  readonly isMultiFactor: boolean;
};

/** What a company says of somebody. */
export type Profile = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The names that were sent; missing ones were made of the address. */
  readonly sentNames: { readonly firstName?: string; readonly lastName?: string };
};

/** Whom the company vouches for: all of a response that signing in needs. */
export type Person = Bound & Profile;

/** Whether a sign-in meets a rule that demands a second factor: by the owner's word, or the assertion's (ASVS 6.8.4). */
export function isSecondFactor({ idp, isMultiFactor }: Pick<Bound, 'idp' | 'isMultiFactor'>): boolean {
  return idp.asksForSecondFactor || isMultiFactor;
}
