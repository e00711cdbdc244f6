import { CheckFailed, quote, required, type Check } from '../examination.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from '../saml-times.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';
import { instantOf } from './time.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const NAME_ID_MAX_LENGTH = 256;

const fail = (detail: string) => new CheckFailed('subject', detail);

/** One person, confirmed by one bearer confirmation that was made for this very sign-in (SAML profiles 4.1.4.2). */
export const subject: Check = (examination) => {
  const assertion = required(examination.assertion);
  const subjects = childrenOf(assertion, ASSERTION, 'Subject');
  const confirmations = subjects.flatMap((one) => childrenOf(one, ASSERTION, 'SubjectConfirmation'));
  const data = confirmations.flatMap((one) => childrenOf(one, ASSERTION, 'SubjectConfirmationData'));
  const [only] = data;
  if (confirmations.length !== 1 || data.length !== 1 || !only)
    throw fail(`There are ${confirmations.length} subject confirmations with data; exactly one is expected.`);
  if (confirmations[0]?.attributes['Method'] !== BEARER)
    throw fail(
      `The confirmation method is ${quote(confirmations[0]?.attributes['Method'])}, expected is bearer.`,
    );
  const { Recipient, InResponseTo, NotBefore, NotOnOrAfter } = only.attributes;
  const { acsUrl } = examination.serviceProvider;
  if (Recipient !== acsUrl)
    throw fail(
      `Recipient is ${quote(Recipient)}, expected is ${quote(acsUrl)}. Set the ACS URL at the identity provider.`,
    );
  if (InResponseTo !== examination.request?.requestId)
    throw fail(
      `The signed InResponseTo is ${quote(InResponseTo)}, expected is ${quote(examination.request?.requestId)}.`,
    );
  const now = examination.now.getTime();
  const isOnTime =
    now - CLOCK_SKEW_MS < instantOf(NotOnOrAfter) &&
    (NotBefore === undefined || now + CLOCK_SKEW_MS >= instantOf(NotBefore));
  if (!isOnTime)
    throw fail(
      `It is confirmed until ${quote(NotOnOrAfter)}; the clock here says ${examination.now.toISOString()}.`,
    );
  const { text: nameId, attributes: aboutNameId } = nameIdOf(subjects);
  examination.nameId = nameId;
  const { Format } = aboutNameId;
  if (Format !== undefined) examination.nameIdFormat = Format;
  if (examination.libraryRejection !== undefined)
    throw fail(`It is not accepted: ${quote(examination.libraryRejection)}.`);
  const lastMoment = Math.min(
    instantOf(NotOnOrAfter),
    instantOf(assertion.attributes['IssueInstant']) + MAX_ASSERTION_AGE_MS,
  );
  examination.usableUntil = new Date(lastMoment + CLOCK_SKEW_MS);
  return { detail: `The subject is ${quote(examination.nameId)}.` };
};

function nameIdOf(subjects: XmlElement[]): XmlElement {
  const nameIds = subjects.flatMap((one) => childrenOf(one, ASSERTION, 'NameID'));
  const [only] = nameIds;
  if (nameIds.length !== 1 || !only)
    throw fail(`There are ${nameIds.length} NameIDs; exactly one is expected.`);
  if (only.attributes['Format'] === TRANSIENT)
    throw fail('The NameID is transient: it changes with every sign-in. Send a persistent one.');
  if (only.children.length > 0 || only.text.trim() === '' || only.text.length > NAME_ID_MAX_LENGTH)
    throw fail(`The NameID ${quote(only.text)} must be plain text of 1 to ${NAME_ID_MAX_LENGTH} characters.`);
  return only;
}
