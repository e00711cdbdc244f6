import type { SsoCheck } from '@foyer/contracts/saml';
import type { IdentityProvider, ServiceProvider } from '../../accounts/identity-providers.service.ts';
import type { PendingRequest } from './request-cookies.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/** What an examination has found out about a posted response: all that signing in needs of it. */
export type Examined = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  /** The database's time when the response came: replicas' own clocks may differ. */
  readonly now: Date;
  /** The RelayState that came with it. */
  readonly relayState: string | undefined;
  /** The owner who is testing: every check is reported, and nobody is signed in. */
  testedById?: string;
  /** What is answered; undefined for a sign-in that began at the identity provider. */
  request?: PendingRequest;
  assertionId?: string;
  nameId?: string;
  nameIdFormat?: string;
  /** Until when a replay would pass the other checks. */
  usableUntil?: Date;
  sessionEnd?: Date;
  /** `sentNames` are the names that came; the others are made of the address. */
  person?: {
    email: string;
    firstName: string;
    lastName: string;
    sentNames: { firstName?: string; lastName?: string };
  };
};

/**
 * A response while it is examined. Plain data, since most of it happens in a thread (examine.ts). Each check reads what
 * those before it have found, and adds its own.
 */
export type Examination = Examined & {
  readonly connection: Connection;
  readonly hasQuery: boolean;
  /** The fields of the body, when it is a form of a few. */
  readonly form: { responses: string[]; relayStates: string[] } | 'too large' | undefined;
  /** What this browser asked of this identity provider, as far as there is time left to answer. */
  readonly openRequests: readonly PendingRequest[];
  /** The field SAMLResponse. */
  encoded?: string;
  xml?: string;
  /** The one of our keys that opened the assertion, when that came encrypted. */
  decryptionKey?: string;
  /** As received until the check "signature", from then on only what is signed (as far as the IdP signs responses). */
  response?: XmlElement;
  assertion?: XmlElement;
  /** Why the library refuses a message whose signatures are right. */
  libraryRejection?: string;
};

/** A check that went well: what it found, in words for the company's admin. */
type Passed = { detail: string; isWarning?: boolean };

/** One check. Throws `CheckFailed`, or `CheckSkipped` when what it reads is not there. */
export type Check = (examination: Examination) => Passed | Promise<Passed>;

/**
 * A check that did not pass. The message says what arrived, what was expected, and what to change. `costs` is how a
 * program is told that what it sent is more than is read here (see `SsoRefused`).
 */
export class CheckFailed extends Error {
  readonly check: SsoCheck;
  readonly costs: 'BodyTooLarge' | 'MalformedBody' | 'TooManyRequests' | undefined;

  constructor(
    check: SsoCheck,
    detail: string,
    { costs, ...options }: ErrorOptions & { costs?: CheckFailed['costs'] } = {},
  ) {
    super(detail, options);
    this.check = check;
    this.costs = costs;
  }
}

/** A check that has nothing to look at, because one before it failed. */
export class CheckSkipped extends Error {}

/** What a check reads. Only a test goes on after a failure, and then it may not be there. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new CheckSkipped('Not checked, because a check before it failed.');
  return value;
}

const SHOWN_LENGTH = 300;

/** Received text as a report shows it. */
export function quote(value: string | undefined): string {
  return value === undefined ? 'nothing' : `“${value.slice(0, SHOWN_LENGTH)}”`;
}
