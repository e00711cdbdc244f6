import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from '../saml-times.ts';
import type { Authenticated, AcceptedAssertion, Posted } from '../stages.ts';
import { isMultiFactor } from './context-class.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';

/** Returns a SAML instant (core 1.3.3) in milliseconds, or NaN for other text. */
export function instantOf(value: string | undefined): number {
  return value !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
    ? Date.parse(value)
    : NaN;
}

/**
 * Allows for the clock skew (SAML core 2.5.1.2). Returns false if `NotOnOrAfter` is missing or an instant can't be
 * read.
 */
export function isWithin(now: Date, { NotBefore, NotOnOrAfter }: Record<string, string>): boolean {
  const moment = now.getTime();
  return (
    moment - CLOCK_SKEW_MS < instantOf(NotOnOrAfter) &&
    (NotBefore === undefined || moment + CLOCK_SKEW_MS >= instantOf(NotBefore))
  );
}

/** SAML core 2.5.1.2. Also requires that the session at the identity provider has not ended. */
export function time(
  { assertion }: Authenticated,
  { now }: Posted,
): Passed<Pick<AcceptedAssertion, 'sessionEnd' | 'loggedInAt' | 'isMultiFactor'>> {
  const [conditions] = childrenOf(assertion, ASSERTION, 'Conditions');
  const limits = conditions?.attributes ?? {};
  const { IssueInstant } = assertion.attributes;
  const times = sentence(
    'company.time.validity',
    'Issued at {issued}, valid from {start} until {end}. Our clock says {now}.',
    {
      issued: quote(IssueInstant),
      start: quote(limits['NotBefore']),
      end: quote(limits['NotOnOrAfter']),
      now: now.toISOString(),
    },
  );
  const issued = instantOf(IssueInstant);
  const isOnTime =
    isWithin(now, limits) &&
    now.getTime() + CLOCK_SKEW_MS >= issued &&
    now.getTime() - CLOCK_SKEW_MS < issued + MAX_ASSERTION_AGE_MS;
  if (!isOnTime)
    throw new CheckFailed('time', [
      times,
      sentence(
        'company.time.setClock',
        'Check the identity provider’s clock and how long its assertions are valid.',
      ),
    ]);
  const sessionEnd = sessionEndOf(assertion);
  const login = { loggedInAt: loginIn(assertion), isMultiFactor: isMultiFactor(assertion) };
  if (sessionEnd === undefined) return passed(times, { ...login, sessionEnd });
  if (!(sessionEnd > now.getTime()))
    throw new CheckFailed('time', [
      times,
      sentence('company.time.idpSessionOver', 'The session at the identity provider has already ended.'),
    ]);
  return passed(times, { ...login, sessionEnd: new Date(sessionEnd) });
}

/**
 * Returns the earliest SessionNotOnOrAfter (SAML core 2.7.2) in milliseconds, undefined if there is none, or NaN if
 * one can't be read.
 */
function sessionEndOf(assertion: XmlElement): number | undefined {
  const ends = childrenOf(assertion, ASSERTION, 'AuthnStatement').flatMap(
    ({ attributes }) => attributes['SessionNotOnOrAfter'] ?? [],
  );
  return ends.length === 0 ? undefined : Math.min(...ends.map(instantOf));
}

/** Returns the earliest AuthnInstant (SAML core 2.7.2), or undefined if there is none or one can't be read. */
function loginIn(assertion: XmlElement): Date | undefined {
  const logins = childrenOf(assertion, ASSERTION, 'AuthnStatement').map(({ attributes }) =>
    instantOf(attributes['AuthnInstant']),
  );
  const earliest = Math.min(...logins);
  return Number.isFinite(earliest) ? new Date(earliest) : undefined;
}
