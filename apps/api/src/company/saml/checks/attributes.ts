import { fullName } from '@foyer/catalog/person-name';
import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { isEmail, normalizeEmail } from '@foyer/contracts/email';
import { visibleText } from '@foyer/contracts/visible-text';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import { nameIdFormats } from '../name-id-formats.ts';
import type { Authenticated, Posted, Profile } from '../stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';
import { nameIdsIn } from './subject.ts';

const NAME_MAX_LENGTH = 100;

export function attributesOf(assertion: XmlElement): { name: string; values: XmlElement[] }[] {
  return childrenOf(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
    .map((attribute) => ({
      name: attribute.attributes['Name'] ?? '',
      values: childrenOf(attribute, ASSERTION, 'AttributeValue'),
    }));
}

/**
 * Requires one email address, and at most one first and one last name. The part of the address before the @ replaces
 * a missing name.
 */
export function attributes({ assertion }: Authenticated, { idp }: Posted): Passed<Profile> {
  const sent = valueOf(assertion, idp.emailAttribute) ?? addressIn(assertion);
  const name = quote(idp.emailAttribute);
  if (sent === undefined)
    throw fail(
      sentence(
        'company.attributes.emailMissing',
        'The attribute {name} is missing or empty, and the NameID format isn’t emailAddress.',
        { name },
      ),
      namesSent(assertion),
      sentence('company.attributes.sendEmailAs', 'Send the email address in the attribute {name}.', { name }),
    );
  const email = normalizeEmail(sent);
  if (!isEmail(email))
    throw fail(
      sentence(
        'company.attributes.notAnEmail',
        '{value} isn’t an email address. Send one in the attribute {name}.',
        { value: quote(sent), name },
      ),
    );
  const names = [idp.firstNameAttribute, idp.lastNameAttribute];
  const [firstName, lastName] = names.map((name) => nameIn(assertion, name));
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const profile = {
    email,
    firstName: firstName ?? localPart,
    lastName: lastName ?? localPart,
    sentNames: { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) },
  };
  const missing = names.filter((name) => nameIn(assertion, name) === undefined);
  if (missing.length === 0)
    return passed(
      sentence('company.attributes.emailAndName', 'The email address is {email}, and the name is {name}.', {
        email: quote(email),
        name: quote(fullName(profile)),
      }),
      profile,
    );
  const said = [
    sentence('company.attributes.emailOnly', 'The email address is {email}.', { email: quote(email) }),
    sentence(
      'company.attributes.nameMissing',
      'Missing or empty name attributes: {names}. Until they’re sent, we show {shown} in their place.',
      {
        names: { and: missing.map(quote) },
        shown: quote(localPart),
      },
    ),
    namesSent(assertion),
  ];
  return { said, found: profile, isWarning: true };
}

/** SAML core 8.3.2: a NameID can be an email address. */
const addressIn = (assertion: XmlElement) =>
  nameIdsIn(assertion).find(({ attributes }) => attributes['Format'] === nameIdFormats.emailAddress)?.text;

const fail = (...said: Sentence[]) => new CheckFailed('attributes', said);

/** Shortens a name that is too long, because the person can't change what the company sends. */
function nameIn(assertion: XmlElement, attribute: string): string | undefined {
  return (
    visibleText(valueOf(assertion, attribute) ?? '')
      .trim()
      .slice(0, NAME_MAX_LENGTH) || undefined
  );
}

/**
 * Returns undefined if the attribute is missing or empty. Throws `CheckFailed` if there are several values or the
 * value is not plain text.
 */
function valueOf(assertion: XmlElement, name: string): string | undefined {
  const found = attributesOf(assertion).filter((attribute) => attribute.name === name);
  const values = found.flatMap((attribute) => attribute.values);
  if (found.length > 1 || values.length > 1)
    throw fail(
      sentence(
        'company.attributes.severalValues',
        'The attribute {name} has several values. Send exactly one.',
        { name: quote(name) },
      ),
    );
  if (values.some((value) => value.children.length > 0))
    throw fail(
      sentence(
        'company.attributes.notPlainText',
        'The attribute {name} contains XML elements. Send plain text.',
        {
          name: quote(name),
        },
      ),
    );
  return values[0]?.text.trim() || undefined;
}

function namesSent(assertion: XmlElement): Sentence {
  const names = attributesOf(assertion).map(({ name }) => quote(name));
  return names.length === 0
    ? sentence('company.attributes.noneReceived', 'No attributes were received.')
    : sentence('company.attributes.received', 'Received attributes: {names}.', {
        names: { list: names.slice(0, 30) },
      });
}
