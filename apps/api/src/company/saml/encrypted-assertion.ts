import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { sentence } from '@foyer/catalog/words/sentence';
import {
  allElements,
  ASSERTION,
  childrenOf,
  readXml,
  XMLDSIG,
  XMLENC,
  type XmlElement,
} from './xml-document.ts';
import { countXml } from './xml-limits.ts';
import { XmlRejected } from './xml-rejected.ts';

/** Only authenticated ciphers are accepted (XML Encryption 1.1, section 5.2.4). */
const ciphers: Record<string, 'aes-128-gcm' | 'aes-256-gcm'> = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
};
/** RSA-OAEP with MGF1 and SHA-1 (section 5.5.2). The library ignores the standard identifiers of other digests. */
const RSA_OAEP = `${XMLENC}rsa-oaep-mgf1p`;
const SHA1 = `${XMLDSIG}sha1`;

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Decrypted = { assertion: XmlElement; privateKey: string };

/**
 * The response must have passed `countXml`. Returns undefined if there is no encrypted assertion. Rejects ambiguous
 * structures, because the library finds the parts of the encryption at any depth. Applies `countXml` to the plaintext
 * too, because anyone can encrypt with our public certificate. Throws `XmlRejected`.
 */
export function decryptAssertion(
  response: XmlElement,
  privateKeys: readonly string[],
): Decrypted | undefined {
  const encrypted = allElements(response).filter(({ name }) => name === 'EncryptedAssertion');
  const [element] = childrenOf(response, ASSERTION, 'EncryptedAssertion');
  if (encrypted.length === 0) return undefined;
  if (!element || encrypted.length > 1)
    throw new XmlRejected(
      sentence('company.encryptedAssertion.several', 'The response has more than one encrypted assertion.'),
    );
  const { algorithm, wrappedKey, cipherText } = readParts(element);
  for (const privateKey of privateKeys) {
    const key = unwrap(wrappedKey, privateKey);
    if (key === undefined) continue;
    const xml = decipher(cipherText, algorithm, key);
    countXml(xml);
    const assertion = readXml(xml);
    if (assertion.name !== 'Assertion' || assertion.namespace !== ASSERTION)
      throw new XmlRejected(
        sentence('company.encryptedAssertion.notAnAssertion', 'The encrypted element isn’t an assertion.'),
      );
    return { assertion, privateKey };
  }
  throw new XmlRejected(
    sentence(
      'company.encryptedAssertion.wrongKey',
      'The assertion is encrypted for a different key. Use the certificate from our metadata.',
    ),
  );
}

export function withDecrypted(response: XmlElement, { assertion }: Decrypted): XmlElement {
  return {
    ...response,
    children: response.children.map((child) => (child.name === 'EncryptedAssertion' ? assertion : child)),
  };
}

/** SAML core 2.3.4, XML Encryption 3.1 and 3.5.1 */
function readParts(element: XmlElement) {
  const data = onlyChild(element, XMLENC, 'EncryptedData');
  const key = onlyChild(onlyChild(data, XMLDSIG, 'KeyInfo'), XMLENC, 'EncryptedKey');
  const counts = { EncryptedData: 1, EncryptedKey: 1, EncryptionMethod: 2, CipherData: 2, CipherValue: 2 };
  const names = allElements(element).map(({ name }) => name);
  for (const [name, count] of Object.entries({ ...counts, RetrievalMethod: 0, CipherReference: 0 }))
    if (names.filter((one) => one === name).length !== count)
      throw new XmlRejected(
        sentence(
          'company.encryptedAssertion.elementCount',
          'The encrypted assertion has the wrong number of {name} elements. Expected: {count}.',
          { count, name },
        ),
      );
  const keyMethod = onlyChild(key, XMLENC, 'EncryptionMethod');
  const digests = childrenOf(keyMethod, XMLDSIG, 'DigestMethod').map(algorithmOf);
  if (algorithmOf(keyMethod) !== RSA_OAEP || digests.some((digest) => digest !== SHA1))
    throw new XmlRejected(
      sentence(
        'company.encryptedAssertion.keyAlgorithm',
        'The assertion’s key isn’t encrypted with RSA-OAEP. Choose rsa-oaep-mgf1p with SHA-1.',
      ),
    );
  const algorithm = ciphers[algorithmOf(onlyChild(data, XMLENC, 'EncryptionMethod'))];
  if (algorithm === undefined)
    throw new XmlRejected(
      sentence(
        'company.encryptedAssertion.contentAlgorithm',
        'The assertion isn’t encrypted with AES-GCM. Choose AES-128-GCM or AES-256-GCM.',
      ),
    );
  return { algorithm, wrappedKey: valueOf(key), cipherText: valueOf(data) };
}

function onlyChild(parent: XmlElement, namespace: string, name: string): XmlElement {
  const [child, ...others] = childrenOf(parent, namespace, name);
  if (!child || others.length > 0)
    throw new XmlRejected(
      sentence(
        'company.encryptedAssertion.notExactlyOne',
        'The encrypted assertion must have exactly one {name} element.',
        {
          name,
        },
      ),
    );
  return child;
}

const algorithmOf = ({ attributes }: XmlElement): string => attributes['Algorithm'] ?? '';

function valueOf(encrypted: XmlElement): Buffer {
  const value = onlyChild(onlyChild(encrypted, XMLENC, 'CipherData'), XMLENC, 'CipherValue');
  return Buffer.from(value.text, 'base64');
}

function unwrap(wrappedKey: Buffer, privateKey: string): Buffer | undefined {
  try {
    return privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, wrappedKey);
  } catch {
    return undefined;
  }
}

function decipher(bytes: Buffer, algorithm: 'aes-128-gcm' | 'aes-256-gcm', key: Buffer): string {
  try {
    const opener = createDecipheriv(algorithm, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    opener.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([opener.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), opener.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new XmlRejected(
      sentence(
        'company.encryptedAssertion.tampered',
        'We couldn’t decrypt the assertion. It may have been changed in transit.',
      ),
    );
  }
}
