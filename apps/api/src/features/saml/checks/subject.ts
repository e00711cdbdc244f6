import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import { nameIdFormats } from '../name-id-formats.ts';
import type { PendingRequest } from '../request-cookies.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from '../saml-times.ts';
import type { Authenticated, Bound, Posted } from '../stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';
import { instantOf, isWithin } from './time.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const NAME_ID_MAX_LENGTH = 256;

const fail = (detail: string) => new CheckFailed('subject', detail);

/** One person, confirmed by one bearer confirmation that was made for this very sign-in (SAML profiles 4.1.4.2). */
export function subject(
  { assertion }: Authenticated,
  answered: PendingRequest | undefined,
  { serviceProvider, now }: Posted,
): Passed<Pick<Bound, 'nameId' | 'usableUntil'>> {
  const confirmation = confirmationIn(assertion);
  const { Method, Recipient, InResponseTo, NotOnOrAfter } = confirmation;
  if (Method !== BEARER) throw fail(`The confirmation method is ${quote(Method)}, expected is bearer.`);
  const { acsUrl } = serviceProvider;
  if (Recipient !== acsUrl)
    throw fail(
      `Recipient is ${quote(Recipient)}, expected is ${quote(acsUrl)}. Set the ACS URL at the identity provider.`,
    );
  if (InResponseTo !== answered?.requestId)
    throw fail(
      `The signed InResponseTo is ${quote(InResponseTo)}, expected is ${quote(answered?.requestId)}.`,
    );
  if (!isWithin(now, confirmation))
    throw fail(`It is confirmed until ${quote(NotOnOrAfter)}; the clock here says ${now.toISOString()}.`);
  const nameId = nameIdIn(assertion);
  const lastMoment = Math.min(
    instantOf(NotOnOrAfter),
    instantOf(assertion.attributes['IssueInstant']) + MAX_ASSERTION_AGE_MS,
  );
  const usableUntil = new Date(lastMoment + CLOCK_SKEW_MS);
  return passed(`The subject is ${quote(nameId)}.`, { nameId, usableUntil });
}

/**
 * The library accepts the message, too. In a test this runs only after "time", "audience" and "subject" passed; otherwise
 * their own messages have said what is wrong.
 */
export function bind(
  { assertion, libraryRejection }: Authenticated,
  { idp, relayState }: Posted,
  details: Omit<Bound, 'idp' | 'redirectTarget' | 'assertionId'>,
): Passed<Bound> {
  if (libraryRejection !== undefined) throw fail(`It is not accepted: ${quote(libraryRejection)}.`);
  const { answered } = details;
  const redirectTarget = answered?.relayState === relayState ? answered?.redirectTarget : undefined;
  const assertionId = assertion.attributes['ID'] ?? '';
  return passed('It was made for this sign-in.', { ...details, idp, redirectTarget, assertionId });
}

/** The NameIDs of the subject; there has to be exactly one. */
export function nameIdsIn(assertion: XmlElement): XmlElement[] {
  return childrenOf(assertion, ASSERTION, 'Subject').flatMap((one) => childrenOf(one, ASSERTION, 'NameID'));
}

/** The one bearer confirmation and its mandatory data. */
function confirmationIn(assertion: XmlElement): Record<string, string> {
  const confirmations = childrenOf(assertion, ASSERTION, 'Subject').flatMap((one) =>
    childrenOf(one, ASSERTION, 'SubjectConfirmation'),
  );
  const [data, ...others] = confirmations.flatMap((one) =>
    childrenOf(one, ASSERTION, 'SubjectConfirmationData'),
  );
  const [confirmation] = confirmations;
  if (!confirmation || !data || confirmations.length > 1 || others.length > 0)
    throw fail(`There are ${confirmations.length} subject confirmations with data; exactly one is expected.`);
  const { Method = '' } = confirmation.attributes;
  return { ...data.attributes, Method };
}

function nameIdIn(assertion: XmlElement): string {
  const [nameId, ...others] = nameIdsIn(assertion);
  if (!nameId || others.length > 0)
    throw fail(`There are ${nameIdsIn(assertion).length} NameIDs; exactly one is expected.`);
  const { attributes, children, text } = nameId;
  if (attributes['Format'] === nameIdFormats.transient)
    throw fail('The NameID is transient: it changes with every sign-in. Send a persistent one.');
  if (children.length > 0 || text.trim() === '' || text.length > NAME_ID_MAX_LENGTH)
    throw fail(`The NameID ${quote(text)} must be plain text of 1 to ${NAME_ID_MAX_LENGTH} characters.`);
  return text;
}
