import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AES_128_GCM,
  AES_256_CBC,
  buildResponse,
  makeTestIdp,
  RSA_1_5,
  type EncryptionOptions,
  type ResponseOptions,
} from '@foyer/testing/test-idp';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { decryptAssertion } from './encrypted-assertion.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { readXml } from './xml-document.ts';
import { xmlLimits } from './xml-limits.ts';

const HOME = 'http://product.test/home';
const NORA = 'nora@acme.test';
const END = '</saml:Assertion>';

let api: TestApi;
let visitor: Visitor;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  visitor = await api.visit();
});

const readMetadata = async (name = 'acme') => (await visitor.get(`/saml/${name}/metadata`)).text;

async function ourCertificate(): Promise<string> {
  const [, encryption = ''] = (await readMetadata()).split('use="encryption"');
  const [, base64 = ''] = /X509Certificate>([^<]+)</.exec(encryption) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, '')}\n-----END CERTIFICATE-----\n`;
}

const encrypted = async (
  encryption: Partial<EncryptionOptions> = {},
  more: ResponseOptions = {},
): Promise<ResponseOptions> => ({
  ...more,
  encryption: { certificate: await ourCertificate(), ...encryption },
});

describe('a company that encrypts its assertions', () => {
  let company: TestCompany;
  beforeEach(async () => {
    company = await TestCompany.create(api, 'acme', { isAssertionEncrypted: true });
  });

  it.each([
    ['AES-256-GCM', {}],
    ['AES-128-GCM', { cipher: AES_128_GCM }],
  ])('signs its users in with %s', async (_, encryption) => {
    expect(await company.signIn(visitor, await encrypted(encryption))).toBe(HOME);
    expect(await emailOf(visitor)).toBe(NORA);
  });

  it('finds a key and only accepted ciphers in our metadata [asvs 11.3.1, 11.3.2]', async () => {
    const metadata = await readMetadata();
    expect(metadata).toContain('use="encryption"');
    expect(metadata).toContain('xmlenc11#aes256-gcm');
    expect(metadata).not.toContain('-cbc');
  });

  it.each<[string, () => Promise<ResponseOptions>]>([
    ['is not encrypted', () => Promise.resolve({})],
    ['is not signed inside the encryption', () => encrypted({}, { sign: { assertion: false } })],
    ['is in an unsigned response', () => encrypted({}, { sign: { response: false } })],
    ['is encrypted with a cipher that does not detect changes', () => encrypted({ cipher: AES_256_CBC })],
    ['has its key encrypted with RSA 1.5', () => encrypted({ keyMethod: RSA_1_5 })],
    [
      'is encrypted for another recipient',
      async () => encrypted({ certificate: (await makeTestIdp('somebody')).certificate }),
    ],
    ['decrypts to another element', () => encrypted({ beforeEncrypting: () => '<a/>' })],
    ['decrypts to text that is not XML', () => encrypted({ beforeEncrypting: () => 'no XML' })],
    [
      'was changed in transit',
      () =>
        encrypted({
          afterEncrypting: (xml) =>
            xml.replace(
              /(.*<xenc:CipherValue>)(.)/s,
              (_, before: string, first: string) => before + (first === 'A' ? 'B' : 'A'),
            ),
        }),
    ],
    [
      'has two keys',
      () =>
        encrypted({
          afterEncrypting: (xml) => xml.replace(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, '$&$&'),
        }),
    ],
    ['is present twice', () => encrypted({ afterEncrypting: (xml) => xml + xml })],
  ])('signs no one in when the assertion %s', async (_, make) => {
    expect(await company.signIn(visitor, await make())).toBe('/saml-error');
    expect(await emailOf(visitor)).toBeUndefined();
  });

  it('signs no one in with a forged signature, although an attacker can encrypt any content', async () => {
    const options = await encrypted(
      {},
      { signature: { privateKey: (await makeTestIdp('forger')).privateKey } },
    );
    expect(await company.signIn(visitor, options)).toBe('/saml-error');
  });

  it('has its decrypted content checked against the XML limits, because anyone can encrypt', async () => {
    const idp = await makeTestIdp('acme');
    const open = (beforeEncrypting: (assertion: string) => string) => {
      const encryption = { certificate: idp.certificate, beforeEncrypting };
      return decryptAssertion(readXml(buildResponse(idp, { encryption })), [idp.privateKey]);
    };
    expect(open((assertion) => assertion)?.assertion.name).toBe('Assertion');
    const crowd = '<a/>'.repeat(xmlLimits.children + 1);
    expect(() => open((assertion) => assertion.replace(END, crowd + END))).toThrow(/too many child elements/);
  });

  it('needs no signature on the assertion inside a signed response', async () => {
    await api.prisma.identityProvider.update({
      where: { id: company.idpId },
      data: { isAssertionSigned: false },
    });
    expect(await company.signIn(visitor, await encrypted({}, { sign: { assertion: false } }))).toBe(HOME);
  });

  it('needs no signature on the response when the assertion is signed', async () => {
    await api.prisma.identityProvider.update({
      where: { id: company.idpId },
      data: { isResponseSigned: false },
    });
    expect(await company.signIn(visitor, await encrypted({}, { sign: { response: false } }))).toBe(HOME);
  });
});

it('an encrypted assertion is rejected where encryption is not set up, and metadata has no key for it', async () => {
  const company = await TestCompany.create(api, 'acme');
  expect(await readMetadata()).not.toContain('use="encryption"');
  const { certificate } = await makeTestIdp('acme');
  expect(await company.signIn(visitor, { encryption: { certificate } })).toBe('/saml-error');
});
