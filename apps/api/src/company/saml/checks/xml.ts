import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { decryptAssertion, withDecrypted } from '../encrypted-assertion.ts';
import { CheckFailed, passed, type Passed } from '../check.ts';
import { limitSignatures } from '../signature-shape.ts';
import type { Parsed, Posted } from '../stages.ts';
import { allElements, ASSERTION, childrenOf, PROTOCOL, readXml } from '../xml-document.ts';
import { countXml } from '../xml-limits.ts';
import { XmlRejected } from '../xml-rejected.ts';

const fail = (said: Sentence) => new CheckFailed('xml', [said]);

/** Also decrypts an encrypted assertion. */
export function xml(text: string, { connection }: Posted): Passed<Parsed> {
  const { response, decryptionKey } = read(text, connection.decryptionKeys);
  if (response.name !== 'Response' || response.namespace !== PROTOCOL)
    throw fail(
      sentence('company.xml.wrongDocument', 'Expected a SAML response, but received “{name}”.', {
        name: response.name.slice(0, 60),
      }),
    );
  if (response.attributes['Version'] !== '2.0')
    throw fail(sentence('company.xml.wrongVersion', 'The response isn’t SAML 2.0.'));
  const elements = allElements(response);
  const ids = elements.flatMap(({ attributes }) => attributes['ID'] ?? []);
  if (new Set(ids).size < ids.length)
    throw fail(sentence('company.xml.duplicateId', 'Two elements have the same ID.'));
  if (elements.filter(({ name }) => name === 'Assertion').length > 1)
    throw fail(
      sentence(
        'company.xml.severalAssertions',
        'The response has more than one assertion. Send exactly one.',
      ),
    );
  if (elements.some(({ name }) => name === 'EncryptedAssertion'))
    throw fail(
      sentence(
        'company.xml.encryptionUnexpected',
        'The assertion is encrypted, but this connection doesn’t use encryption. Turn off encryption, or ask our support team to turn it on here.',
      ),
    );
  failIfRejected(() => limitSignatures(elements));
  const [assertion] = childrenOf(response, ASSERTION, 'Assertion');
  return passed(sentence('company.xml.passed', 'The response is well-formed.'), {
    xml: text,
    response,
    assertion,
    decryptionKey,
  });
}

/** The limits bound the cost of parsing, so they are checked first. */
function read(text: string, keys: readonly string[]) {
  failIfRejected(() => countXml(text), 'MalformedBody');
  try {
    return readDecrypted(text, keys);
  } catch (error) {
    throw fail(
      error instanceof XmlRejected ? error.said : sentence('company.xml.notXml', 'The response isn’t XML.'),
    );
  }
}

function readDecrypted(xml: string, keys: readonly string[]): Pick<Parsed, 'response' | 'decryptionKey'> {
  const response = readXml(xml);
  const decrypted = keys.length > 0 ? decryptAssertion(response, keys) : undefined;
  if (!decrypted) return { response, decryptionKey: undefined };
  return { response: withDecrypted(response, decrypted), decryptionKey: decrypted.privateKey };
}

function failIfRejected(look: () => void, problemCode?: CheckFailed['problemCode']): void {
  try {
    look();
  } catch (error) {
    if (error instanceof XmlRejected) throw new CheckFailed('xml', [error.said], { problemCode });
    throw error;
  }
}
