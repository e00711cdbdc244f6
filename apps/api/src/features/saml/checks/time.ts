import { CheckFailed, quote, required, type Check } from '../examination.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from '../saml-times.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';

/** An instant as SAML writes it (core 1.3.3), in milliseconds; NaN for anything else. */
export function instantOf(value: string | undefined): number {
  return value !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
    ? Date.parse(value)
    : NaN;
}

/** It is neither too early nor too late, nor issued long ago (SAML core 2.5.1.2). */
export const time: Check = (examination) => {
  const assertion = required(examination.assertion);
  const [conditions] = childrenOf(assertion, ASSERTION, 'Conditions');
  const { NotBefore, NotOnOrAfter } = conditions?.attributes ?? {};
  const { IssueInstant } = assertion.attributes;
  const now = examination.now.getTime();
  const detail = `Issued at ${quote(IssueInstant)}, valid from ${quote(NotBefore)} until ${quote(NotOnOrAfter)}; the clock here says ${examination.now.toISOString()}.`;
  const issued = instantOf(IssueInstant);
  const isOnTime =
    (NotBefore === undefined || now + CLOCK_SKEW_MS >= instantOf(NotBefore)) &&
    now - CLOCK_SKEW_MS < instantOf(NotOnOrAfter) &&
    now + CLOCK_SKEW_MS >= issued &&
    now - CLOCK_SKEW_MS < issued + MAX_ASSERTION_AGE_MS;
  if (!isOnTime) throw new CheckFailed('time', `${detail} Set the clock of the identity provider right.`);
  const sessionEnd = sessionEndOf(assertion);
  if (sessionEnd !== undefined) examination.sessionEnd = new Date(sessionEnd);
  if (sessionEnd !== undefined && !(sessionEnd > now))
    throw new CheckFailed('time', `${detail} The session at the identity provider is over already.`);
  return { detail };
};

/** The earliest SessionNotOnOrAfter (SAML core 2.7.2) in milliseconds; NaN when one cannot be read. */
function sessionEndOf(assertion: XmlElement): number | undefined {
  const ends = childrenOf(assertion, ASSERTION, 'AuthnStatement').flatMap(
    ({ attributes }) => attributes['SessionNotOnOrAfter'] ?? [],
  );
  return ends.length === 0 ? undefined : Math.min(...ends.map(instantOf));
}
