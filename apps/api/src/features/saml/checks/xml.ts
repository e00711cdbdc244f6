import { decryptAssertion, withDecrypted } from '../encrypted-assertion.ts';
import { CheckFailed, required, type Check, type Examination } from '../examination.ts';
import { refuseOddSignatures } from '../signature-shape.ts';
import { allElements, ASSERTION, childrenOf, PROTOCOL, readXml, type XmlElement } from '../xml-document.ts';
import { countXml } from '../xml-limits.ts';
import { XmlRefused } from '../xml-refused.ts';

/** A plain SAML 2.0 response with at most one assertion; no identifier and no assertion is there twice. */
export const xml: Check = (examination) => {
  const { response, decryptionKey } = read(examination);
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
      'The assertion is encrypted, which is not arranged. Turn encryption off, or have our support arrange it.',
    );
  sayWhy(() => refuseOddSignatures(elements));
  examination.response = response;
  if (decryptionKey !== undefined) examination.decryptionKey = decryptionKey;
  const [assertion] = childrenOf(response, ASSERTION, 'Assertion');
  if (assertion && examination.idp.isAssertionEncrypted && decryptionKey === undefined)
    throw new CheckFailed('xml', 'The assertion is not encrypted, as was arranged. Turn encryption on.');
  if (assertion) examination.assertion = assertion;
  return { detail: 'The response is well-formed.' };
};

/** Counted, then read: what the count lets through is bounded. */
function read({ xml, connection }: Examination) {
  const text = required(xml);
  sayWhy(() => countXml(text), 'MalformedBody');
  try {
    return readDecrypted(text, connection.decryptionKeys);
  } catch (error) {
    throw new CheckFailed('xml', error instanceof XmlRefused ? error.message : 'It is not XML.');
  }
}

/** An encrypted assertion is there as it was before it was encrypted, if we have a key for that. */
function readDecrypted(
  xml: string,
  keys: readonly string[],
): { response: XmlElement; decryptionKey?: string } {
  const response = readXml(xml);
  const decrypted = keys.length > 0 ? decryptAssertion(response, keys) : undefined;
  if (!decrypted) return { response };
  return { response: withDecrypted(response, decrypted), decryptionKey: decrypted.privateKey };
}

function sayWhy(look: () => void, costs?: CheckFailed['costs']): void {
  try {
    look();
  } catch (error) {
    if (error instanceof XmlRefused) throw new CheckFailed('xml', error.message, { costs });
    throw error;
  }
}
