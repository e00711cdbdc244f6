import type { SsoCheck } from '@foyer/contracts/saml';
import type { IdentityProvider, ServiceProvider } from '../../accounts/identity-providers.service.ts';
import { Refusal } from '../../http/refusal.ts';
import { QueueFull } from './fair-queue.ts';
import type { PendingRequest } from './request-cookies.ts';
import type { Lane, SamlThreads } from './saml-threads.ts';
import type { Connection } from './saml-library.ts';
import type { XmlElement } from './xml-document.ts';

/** What is known about a posted response. Each check reads what those before it have found, and adds its own. */
export type Examination = {
  readonly idp: IdentityProvider;
  readonly serviceProvider: ServiceProvider;
  readonly connection: Connection;
  /** The database's time when the response came: replicas' own clocks may differ. */
  readonly now: Date;
  readonly hasQuery: boolean;
  /** The body, when it is a form of a few fields. */
  readonly form: URLSearchParams | 'too large' | undefined;
  /** What this browser asked of this identity provider, as far as there is time left to answer. */
  readonly openRequests: readonly PendingRequest[];
  /** Where it waits for a thread. */
  readonly lane: Lane;
  /** The owner who is testing: every check is reported, and nobody is signed in. */
  testedById?: string;
  /** The field SAMLResponse. */
  encoded?: string;
  xml?: string;
  /** As received until the check "signature", from then on only what is signed (as far as the IdP signs responses). */
  response?: XmlElement;
  assertion?: XmlElement;
  isVerified: boolean;
  /** Why the library refuses a message whose signatures are right. */
  libraryRefusal?: string;
  /** What is answered; undefined for a sign-in that began at the identity provider. */
  request?: PendingRequest;
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

/** The handle that came with the response. */
export function relayStateOf(form: Examination['form']): string | undefined {
  return form instanceof URLSearchParams ? (form.get('RelayState') ?? undefined) : undefined;
}

/** What the checks may ask. */
export type Tools = { threads: SamlThreads };

/** A check that went well: what it found, in words for the company's admin. */
export type Passed = { detail: string; isWarning?: boolean };

/** One check. Throws `CheckFailed`, or `CheckSkipped` when what it reads is not there. */
export type Check = (examination: Examination, tools: Tools) => Passed | Promise<Passed>;

/**
 * A check that did not pass. The message says what arrived, what was expected, and what to change. `costs` is how a
 * program is told that what it sent is more than is read here (see `SsoRefused`).
 */
export class CheckFailed extends Error {
  readonly costs: 'BodyTooLarge' | 'MalformedBody' | 'TooManyRequests' | undefined;

  constructor(
    readonly check: SsoCheck,
    detail: string,
    { costs, ...options }: ErrorOptions & { costs?: CheckFailed['costs'] } = {},
  ) {
    super(detail, options);
    this.costs = costs;
  }
}

/** What a thread answers; a check fails without an answer. */
export async function inThread<Answer>(check: SsoCheck, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    const isFull = cause instanceof Refusal && cause.cause instanceof QueueFull;
    const detail = isFull ? 'Too many responses are waiting.' : 'Reading the response took too much.';
    throw new CheckFailed(check, detail, { cause, costs: isFull ? 'TooManyRequests' : 'MalformedBody' });
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
