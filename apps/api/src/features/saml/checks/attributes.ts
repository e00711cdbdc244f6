import { isEmail, normalizeEmail } from '@foyer/contracts/email';
import { visibleText } from '@foyer/contracts/visible-text';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import { nameIdFormats } from '../name-id-formats.ts';
import type { Authenticated, Posted, Profile } from '../stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';
import { nameIdsIn } from './subject.ts';

const NAME_MAX_LENGTH = 100;

/** The attributes of an assertion in their order; the same name may be there several times. */
export function attributesOf(assertion: XmlElement): { name: string; values: XmlElement[] }[] {
  return childrenOf(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
    .map((attribute) => ({
      name: attribute.attributes['Name'] ?? '',
      values: childrenOf(attribute, ASSERTION, 'AttributeValue'),
    }));
}

/** One address, and at most one first and one last name. */
export function attributes({ assertion }: Authenticated, { idp }: Posted): Passed<Profile> {
  const sent = valueOf(assertion, idp.emailAttribute) ?? addressIn(assertion);
  if (sent === undefined)
    throw fail(
      `The attribute ${quote(idp.emailAttribute)} is missing, and the NameID is not of the format emailAddress. ${namesSent(assertion)} Send the address under that name.`,
    );
  const email = normalizeEmail(sent);
  if (!isEmail(email))
    throw fail(`${quote(sent)} is not an email address. Send one as ${quote(idp.emailAttribute)}.`);
  const names = [idp.firstNameAttribute, idp.lastNameAttribute];
  const [firstName, lastName] = names.map((name) => nameIn(assertion, name));
  const localPart = email.slice(0, email.lastIndexOf('@'));
  // Without any name, the address gives one.
  const profile = {
    email,
    firstName: firstName ?? localPart,
    lastName: lastName ?? localPart,
    sentNames: { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) },
  };
  const missing = names.filter((name) => nameIn(assertion, name) === undefined);
  if (missing.length === 0)
    return passed(`The address is ${quote(email)}, the name ${quote(`${firstName} ${lastName}`)}.`, profile);
  const detail = `The address is ${quote(email)}. ${missing.map(quote).join(' and ')} are missing, so ${quote(localPart)} is shown instead. ${namesSent(assertion)}`;
  return { ...passed(detail, profile), isWarning: true };
}

/** The NameID when it says of itself that it is an address (SAML core 8.3.2). */
const addressIn = (assertion: XmlElement) =>
  nameIdsIn(assertion).find(({ attributes }) => attributes['Format'] === nameIdFormats.emailAddress)?.text;

const fail = (detail: string) => new CheckFailed('attributes', detail);

/** A name as our forms would take it. Too long a one is cut, because the person cannot change what the company sends. */
function nameIn(assertion: XmlElement, attribute: string): string | undefined {
  return (
    visibleText(valueOf(assertion, attribute) ?? '')
      .trim()
      .slice(0, NAME_MAX_LENGTH) || undefined
  );
}

/** The one value of an attribute, or undefined when it is not sent or empty. */
function valueOf(assertion: XmlElement, name: string): string | undefined {
  const found = attributesOf(assertion).filter((attribute) => attribute.name === name);
  const values = found.flatMap((attribute) => attribute.values);
  if (found.length > 1 || values.length > 1)
    throw fail(`The attribute ${quote(name)} has several values. Send exactly one.`);
  if (values.some((value) => value.children.length > 0))
    throw fail(`The attribute ${quote(name)} is not plain text.`);
  return values[0]?.text.trim() || undefined;
}

function namesSent(assertion: XmlElement): string {
  const names = attributesOf(assertion).map(({ name }) => quote(name));
  return names.length === 0 ? 'No attributes arrived.' : `These arrived: ${names.slice(0, 30).join(', ')}.`;
}
