import { CheckFailed, inThread, required, type Check, type Examination, type Tools } from '../examination.ts';
import { refuseOddSignatures } from '../signature-shape.ts';
import { allElements, ASSERTION, childrenOf, PROTOCOL } from '../xml-document.ts';
import { countXml } from '../xml-limits.ts';
import { XmlRefused } from '../xml-refused.ts';

/** A plain SAML 2.0 response with at most one assertion; no identifier and no assertion is there twice. */
export const xml: Check = async (examination, tools) => {
  const { root: response, isDecrypted } = await read(examination, tools);
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
  const [assertion] = childrenOf(response, ASSERTION, 'Assertion');
  if (assertion && examination.idp.isAssertionEncrypted && !isDecrypted)
    throw new CheckFailed('xml', 'The assertion is not encrypted, as was arranged. Turn encryption on.');
  if (assertion) examination.assertion = assertion;
  return { detail: 'The response is well-formed.' };
};

/** Counted here, read in a thread. */
async function read(examination: Examination, { threads }: Tools) {
  const text = required(examination.xml);
  const { lane, connection } = examination;
  const { decryptionKeys } = connection;
  sayWhy(() => countXml(text), 'MalformedBody');
  const document = await inThread('xml', threads.run('readDocument', { xml: text, decryptionKeys }, lane));
  if ('refusal' in document) throw new CheckFailed('xml', document.refusal);
  return document;
}

function sayWhy(look: () => void, costs?: CheckFailed['costs']): void {
  try {
    look();
  } catch (error) {
    if (error instanceof XmlRefused) throw new CheckFailed('xml', error.message, { costs });
    throw error;
  }
}
