import type { IdentityProvider, ServiceProvider } from '../identity-providers.service.ts';
import type { PendingRequest, TestRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/**
 * The facts about a response that are known after each stage: posted, parsed, authenticated, bound, person, and finally
 * provisioned (provisioning.service.ts). Only the checks of all-checks.ts create a stage, from the results of the
 * previous one. Stages are plain data, because they pass between threads (examine.ts).
 */

/** The unread post of a browser, and the requests it may answer. */
export type Posted = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** The time of arrival on the database's clock, because the clocks of replicas may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** The fields of the body if it is a form with few fields. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  readonly relayState: string | undefined;
  /** The unexpired requests of this browser to this identity provider. */
  readonly openRequests: readonly PendingRequest[];
  /** Set for an owner's test, which reports every check and starts no session. */
  readonly test: TestRequest | undefined;
};

/** A document that is safe to read, but not trusted. */
export type Parsed = {
  readonly xml: string;
  readonly response: XmlElement;
  /** Undefined in a response whose status is not Success. */
  readonly assertion: XmlElement | undefined;
  /** The key that decrypted the assertion, if it was encrypted. */
  readonly decryptionKey: string | undefined;
};

/** The content that a registered key signed: the assertion, and the response if the identity provider signs responses. */
export type Authenticated = {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** The library's reason to reject a message although its signatures are valid. */
  readonly libraryRejection: string | undefined;
};

/** An assertion that was issued to us, is valid now, and belongs to this sign-in. */
export type Bound = {
  readonly idp: IdentityProvider;
  /** The answered request, or undefined if the sign-in started at the identity provider. */
  readonly answered: PendingRequest | undefined;
  /** The page that the visitor wanted. Comes only from the request that our RelayState names. */
  readonly redirectTarget: string | undefined;
  readonly assertionId: string;
  /** The audience of the assertion: the portal's entity ID. */
  readonly audience: string;
  readonly nameId: string;
  /** The time until which the other checks would accept a replay. */
  readonly usableUntil: Date;
  /** The end of the session at the identity provider, if stated. */
  readonly sessionEnd: Date | undefined;
  /** The person's last login at the identity provider, if readable. If there are several times, the earliest one. */
  readonly loggedInAt: Date | undefined;
  /** Whether the identity provider reports more than one factor. */
  readonly isMultiFactor: boolean;
};

/** The company's data about a person. */
export type Profile = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The names that the company sent, or parts of the address for missing ones. */
  readonly sentNames: { readonly firstName?: string; readonly lastName?: string };
};

/** The person whom the company vouches for, with all data from the response that a sign-in needs. */
export type Person = Bound & Profile;

/**
 * Returns whether a sign-in meets a second-factor rule, because of the owner's statement or the assertion (ASVS 6.8.4).
 */
export function isSecondFactor({ idp, isMultiFactor }: Pick<Bound, 'idp' | 'isMultiFactor'>): boolean {
  return idp.asksForSecondFactor || isMultiFactor;
}
