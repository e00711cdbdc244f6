import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import { nameIdFormats } from '../name-id-formats.ts';
import type { PendingRequest } from '../request-cookies.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from '../saml-times.ts';
import type { Authenticated, AcceptedAssertion, Posted } from '../stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';
import { instantOf, isWithin } from './time.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const NAME_ID_MAX_LENGTH = 256;

const fail = (...said: Sentence[]) => new CheckFailed('subject', said);

/** SAML profiles 4.1.4.2 */
export function subject(
  { assertion }: Authenticated,
  answered: PendingRequest | undefined,
  { serviceProvider, now }: Posted,
): Passed<Pick<AcceptedAssertion, 'nameId' | 'usableUntil'>> {
  const confirmation = confirmationIn(assertion);
  const { Method, Recipient, InResponseTo, NotOnOrAfter } = confirmation;
  if (Method !== BEARER)
    throw fail(
      sentence('company.subject.wrongMethod', 'The confirmation method is {received}. Expected: bearer.', {
        received: quote(Method),
      }),
    );
  const { acsUrl } = serviceProvider;
  if (Recipient !== acsUrl)
    throw fail(
      sentence('company.subject.wrongRecipient', 'The Recipient is {received}. Expected: {expected}.', {
        received: quote(Recipient),
        expected: quote(acsUrl),
      }),
      sentence('company.setAcsUrl', 'Set the ACS URL at the identity provider.'),
    );
  if (InResponseTo !== answered?.requestId)
    throw fail(
      sentence(
        'company.subject.wrongInResponseTo',
        'The signed InResponseTo is {received}. Expected: {expected}.',
        {
          received: quote(InResponseTo),
          expected: quote(answered?.requestId),
        },
      ),
    );
  if (!isWithin(now, confirmation))
    throw fail(
      sentence('company.subject.expired', 'The confirmation’s NotOnOrAfter is {end}. Our clock says {now}.', {
        end: quote(NotOnOrAfter),
        now: now.toISOString(),
      }),
      sentence(
        'company.time.setClock',
        'Check the identity provider’s clock and how long its assertions are valid.',
      ),
    );
  const nameId = nameIdIn(assertion);
  const lastMoment = Math.min(
    instantOf(NotOnOrAfter),
    instantOf(assertion.attributes['IssueInstant']) + MAX_ASSERTION_AGE_MS,
  );
  const usableUntil = new Date(lastMoment + CLOCK_SKEW_MS);
  return passed(sentence('company.subject.passed', 'The subject is {nameId}.', { nameId: quote(nameId) }), {
    nameId,
    usableUntil,
  });
}

/**
 * The SAML library must accept the message too. In an owner's test, this check is skipped unless "time", "audience"
 * and "subject" have passed, because their failure already explains the library's rejection.
 */
export function acceptAssertion(
  { assertion, libraryRejection }: Authenticated,
  { idp, relayState }: Posted,
  details: Omit<AcceptedAssertion, 'idp' | 'redirectTarget' | 'assertionId'>,
): Passed<AcceptedAssertion> {
  if (libraryRejection !== undefined)
    throw fail(
      sentence('company.subject.confirmationRejected', 'The assertion isn’t accepted ({reason}).', {
        reason: quote(libraryRejection),
      }),
    );
  const { answered } = details;
  const redirectTarget = answered?.relayState === relayState ? answered?.redirectTarget : undefined;
  const assertionId = assertion.attributes['ID'] ?? '';
  return passed(sentence('company.subject.confirmed', 'The assertion was issued for this sign-in.'), {
    ...details,
    idp,
    redirectTarget,
    assertionId,
  });
}

export function nameIdsIn(assertion: XmlElement): XmlElement[] {
  return childrenOf(assertion, ASSERTION, 'Subject').flatMap((one) => childrenOf(one, ASSERTION, 'NameID'));
}

function confirmationIn(assertion: XmlElement): Record<string, string> {
  const confirmations = childrenOf(assertion, ASSERTION, 'Subject').flatMap((one) =>
    childrenOf(one, ASSERTION, 'SubjectConfirmation'),
  );
  const [data, ...others] = confirmations.flatMap((one) =>
    childrenOf(one, ASSERTION, 'SubjectConfirmationData'),
  );
  const [confirmation] = confirmations;
  if (!confirmation || !data || confirmations.length > 1 || others.length > 0)
    throw fail(
      sentence(
        'company.subject.confirmationCount',
        'Send exactly one SubjectConfirmation, with exactly one SubjectConfirmationData. SubjectConfirmation elements received: {count}.',
        {
          count: confirmations.length,
        },
      ),
    );
  const { Method = '' } = confirmation.attributes;
  return { ...data.attributes, Method };
}

function nameIdIn(assertion: XmlElement): string {
  const [nameId, ...others] = nameIdsIn(assertion);
  if (!nameId || others.length > 0)
    throw fail(
      sentence('company.subject.nameIdCount', 'Send exactly one NameID. Received: {count}.', {
        count: nameIdsIn(assertion).length,
      }),
    );
  const { attributes, children, text } = nameId;
  if (attributes['Format'] === nameIdFormats.transient)
    throw fail(
      sentence(
        'company.subject.transientNameId',
        'The NameID is transient, so it changes with every sign-in. Send a persistent one.',
      ),
    );
  if (children.length > 0 || text.trim() === '' || text.length > NAME_ID_MAX_LENGTH)
    throw fail(
      sentence(
        'company.subject.invalidNameId',
        'The NameID {nameId} must be plain text of 1 to {most} characters.',
        {
          nameId: quote(text),
          most: NAME_ID_MAX_LENGTH,
        },
      ),
    );
  return text;
}
