import { CheckFailed, required, type Check } from '../examination.ts';
import {
  allElements,
  ASSERTION,
  childrenOf,
  PROTOCOL,
  readXml,
  XmlRefused,
  type XmlElement,
} from '../xml-document.ts';

/** A plain SAML 2.0 response with at most one assertion; no identifier and no assertion is there twice. */
export const xml: Check = (examination) => {
  const response = read(required(examination.xml));
  if (response.name !== 'Response' || response.namespace !== PROTOCOL)
    throw new CheckFailed('xml', `A SAML response is expected; this is a “${response.name.slice(0, 60)}”.`);
  if (response.attributes['Version'] !== '2.0')
    throw new CheckFailed('xml', 'The response is not of SAML version 2.0.');
  const elements = allElements(response);
  const ids = elements.flatMap(({ attributes }) => attributes['ID'] ?? []);
  if (new Set(ids).size < ids.length) throw new CheckFailed('xml', 'Two elements have the same ID.');
  if (elements.filter(({ name }) => name === 'Assertion').length > 1)
    throw new CheckFailed('xml', 'There is more than one assertion. Send exactly one.');
  if (elements.some(({ name }) => name === 'EncryptedAssertion'))
    throw new CheckFailed(
      'xml',
      'The assertion is encrypted. Turn encryption off: the connection itself is encrypted.',
    );
  examination.response = response;
  const [assertion] = childrenOf(response, ASSERTION, 'Assertion');
  if (assertion) examination.assertion = assertion;
  return { detail: 'The response is well-formed.' };
};

function read(text: string): XmlElement {
  try {
    return readXml(text);
  } catch (error) {
    if (error instanceof XmlRefused) throw new CheckFailed('xml', error.message);
    throw error;
  }
}
