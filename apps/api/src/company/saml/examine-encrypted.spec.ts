import { describe, expect, it } from '@jest/globals';
import {
  AES_128_GCM,
  AES_256_CBC,
  RSA_1_5,
  type EncryptionOptions,
  type ResponseOptions,
} from '@foyer/testing/test-idp';
import {
  change,
  type Changes,
  idp,
  NORA,
  ours,
  personOf,
  rejectionOf,
  rival,
  freezeClock,
} from '../../test-support/saml/test-examine.ts';

freezeClock();

describe('an encrypted assertion', () => {
  const encrypted = (encryption: Partial<EncryptionOptions> = {}, more: ResponseOptions = {}) => ({
    ...more,
    encryption: { certificate: ours.certificate, ...encryption },
  });
  const arranged = (): Changes => ({
    idp: { isAssertionEncrypted: true },
    ourKeys: [rival.privateKey, ours.privateKey],
  });
  const inside = (pattern: string | RegExp, text: string) =>
    encrypted({ afterEncrypting: (xml) => change(xml, pattern, text) });

  it('is decrypted with the key it is encrypted for', async () => {
    for (const cipher of [{}, { cipher: AES_128_GCM }])
      expect((await personOf(encrypted(cipher), arranged())).email).toBe(NORA);
    const assertionsOnly = { ...arranged(), idp: { isAssertionEncrypted: true, isResponseSigned: false } };
    const unsigned = encrypted({}, { sign: { response: false } });
    expect((await personOf(unsigned, assertionsOnly)).email).toBe(NORA);
  });

  const CHANGED = 'We couldn’t decrypt the assertion. It may have been changed in transit.';
  const GCM = 'The assertion isn’t encrypted with AES-GCM. Choose AES-128-GCM or AES-256-GCM.';
  const OAEP = 'The assertion’s key isn’t encrypted with RSA-OAEP. Choose rsa-oaep-mgf1p with SHA-1.';
  const DIGEST = '<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="';
  const withDigest = (digest: string) =>
    inside(
      /(<xenc:EncryptionMethod Algorithm="[^"]*rsa[^"]*")\/>/,
      `$1>${DIGEST}${digest}"/></xenc:EncryptionMethod>`,
    );
  it.each<[string, () => ResponseOptions, string]>([
    ['a cipher that does not detect changes', () => encrypted({ cipher: AES_256_CBC }), GCM],
    ['an encryption method without a name', () => inside(/Algorithm="[^"]*gcm"/, ''), GCM],
    ['weak encryption of its key', () => encrypted({ keyMethod: RSA_1_5 }), OAEP],
    [
      'another digest in the encryption of its key',
      () => withDigest('http://www.w3.org/2001/04/xmlenc#sha256'),
      OAEP,
    ],
    [
      'a key that is not ours',
      () => encrypted({ certificate: idp.certificate }),
      'The assertion is encrypted for a different key. Use the certificate from our metadata.',
    ],
    [
      'another element inside',
      () => encrypted({ beforeEncrypting: () => '<a/>' }),
      'The encrypted element isn’t an assertion.',
    ],
    [
      'an assertion of another namespace inside',
      () => encrypted({ beforeEncrypting: () => '<Assertion xmlns="urn:a"/>' }),
      'The encrypted element isn’t an assertion.',
    ],
    ['a ciphertext that is too short', () => inside(/(.*<xenc:CipherValue>)[^<]*/s, '$1AAAA'), CHANGED],
    ['a changed ciphertext', () => inside(/(.*<xenc:CipherValue>.{40})./s, '$1.'), CHANGED],
    [
      'two keys',
      () => inside(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, '$&$&'),
      'The encrypted assertion must have exactly one EncryptedKey element.',
    ],
    [
      'no encrypted data',
      () => inside(/<xenc:EncryptedData .*<\/xenc:EncryptedData>/s, ''),
      'The encrypted assertion must have exactly one EncryptedData element.',
    ],
    [
      'a reference to a key elsewhere',
      () => inside('</saml:EncryptedAssertion>', '<xenc:RetrievalMethod xmlns:xenc="urn:x"/>$&'),
      'The encrypted assertion has the wrong number of RetrievalMethod elements. Expected: 0.',
    ],
    [
      'a reference to a ciphertext elsewhere',
      () => inside('</saml:EncryptedAssertion>', '<CipherReference/>$&'),
      'The encrypted assertion has the wrong number of CipherReference elements. Expected: 0.',
    ],
    [
      'an extra ciphertext',
      () => inside('</saml:EncryptedAssertion>', '<CipherValue/>$&'),
      'The encrypted assertion has the wrong number of CipherValue elements. Expected: 2.',
    ],
    [
      'a second encrypted assertion beside it',
      () => inside(/.*/s, '$&$&'),
      'The response has more than one encrypted assertion.',
    ],
  ])('is rejected with %s', async (_what, make, message) => {
    expect(await rejectionOf(make(), arranged())).toEqual(['xml', message]);
  });

  it('may name the digest SHA-1 in the encryption of its key', async () => {
    const sha1 = withDigest('http://www.w3.org/2000/09/xmldsig#sha1');
    expect((await personOf(sha1, arranged())).email).toBe(NORA);
  });

  it('must be a direct child of the response', async () => {
    const deeper = inside(/.*/s, '<samlp:Extensions>$&</samlp:Extensions>');
    expect((await rejectionOf(deeper, arranged()))[1]).toBe(
      'The response has more than one encrypted assertion.',
    );
  });
});
