import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestCertificate, type CertificateWishes } from '@foyer/testing/test-certificate';
import { readIdpMetadata } from './read-metadata.ts';

const TODAY = new Date('2026-11-21');
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

let good: string;
let other: string;
let small: string;
let middling: string;
let ended: string;
let foreignCurve: string;

beforeAll(async () => {
  [good, other, small, middling, ended, foreignCurve] = await Promise.all([
    makeCertificate({ key: 3072 }),
    makeCertificate({ key: 'P-256' }),
    makeCertificate({ key: 1024 }),
    makeCertificate({ key: 2048 }),
    makeCertificate({ key: 3072, since: new Date('2024-01-01'), until: new Date('2025-12-31') }),
    makeCertificate({ key: 'P-521' }),
  ]);
});

async function makeCertificate(wishes: CertificateWishes): Promise<string> {
  const made = await makeTestCertificate({ commonName: 'acme', until: new Date('2035-01-01'), ...wishes });
  return made.certificate;
}

const bodyOf = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----/g, '');
const keyOf = (pem: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bodyOf(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const endpointOf = (binding: string, url = 'https://idp.acme.test/sso') =>
  `<md:SingleSignOnService Binding="${binding}" Location="${url}"/>`;
const entityOf = (inside: string, role = 'IDPSSODescriptor') =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.acme.test"><md:${role} protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</md:${role}></md:EntityDescriptor>`;

describe('the metadata of an identity provider', () => {
  it('is read as entity ID, HTTP-POST address and each signing certificate once', () => {
    const xml = `<?xml version="1.0"?>\n${entityOf(
      keyOf(good) +
        keyOf(good) +
        keyOf(other, '') +
        keyOf(middling, ' use="encryption"') +
        endpointOf(REDIRECT, 'https://idp.acme.test/redirect') +
        endpointOf(POST),
    )}`;
    expect(readIdpMetadata(xml, TODAY)).toEqual({
      entityId: 'https://idp.acme.test',
      singleSignOnUrl: 'https://idp.acme.test/sso',
      certificates: [
        expect.stringContaining('BEGIN CERTIFICATE'),
        expect.stringContaining(other.slice(40, 90)),
      ],
      remarks: [],
    });
  });

  it('is read without expired certificates, and with a remark about a key of 2048 bits', () => {
    const { certificates, remarks } = readIdpMetadata(
      entityOf(keyOf(ended) + keyOf(middling) + endpointOf(POST)),
      TODAY,
    );
    expect(certificates).toHaveLength(1);
    expect(remarks).toEqual([
      'The certificate "CN=acme" was left out: it ended on 2025-12-31.',
      'The certificate "CN=acme" has an RSA key of 2048 bits. It works, but the next one should have 3072.',
    ]);
  });

  it.each<[string, () => string, RegExp]>([
    ['is not XML', () => 'hello', /cannot be read/],
    ['describes a service provider', () => entityOf(keyOf(good), 'SPSSODescriptor'), /no IDPSSODescriptor/],
    [
      'describes several identity providers',
      () => `<all>${entityOf('')}${entityOf('')}</all>`,
      /several identity providers/,
    ],
    [
      'has a DOCTYPE',
      () => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${entityOf('')}`,
      /has a DOCTYPE/,
    ],
    [
      'uses an undefined XML entity',
      () => entityOf(`<md:NameIDFormat>&e;</md:NameIDFormat>`),
      /cannot be read: Invalid character entity/,
    ],
    [
      'offers only the redirect binding',
      () => entityOf(keyOf(good) + endpointOf(REDIRECT)),
      /HTTP-POST binding/,
    ],
    [
      'has a script as its sign-in address',
      () => entityOf(keyOf(good) + endpointOf(POST, 'javascript:alert(1)')),
      /no sign-in address/,
    ],
    [
      'has a sign-in address without https',
      () => entityOf(keyOf(good) + endpointOf(POST, 'http://idp.acme.test/sso')),
      /is not https: http:\/\/idp\.acme\.test\/sso/,
    ],
    ['has no certificate', () => entityOf(endpointOf(POST)), /No signing certificate/],
    [
      'has only an expired certificate',
      () => entityOf(keyOf(ended) + endpointOf(POST)),
      /ended on 2025-12-31/,
    ],
    ['has a short key', () => entityOf(keyOf(small) + endpointOf(POST)), /1024 bits, and at least 2048/],
    [
      'has a key on an unsupported curve',
      () => entityOf(keyOf(foreignCurve) + endpointOf(POST)),
      /curve is secp521r1, and signatures are checked on P-256 and P-384 only/,
    ],
    [
      'has other data in place of the certificate',
      () => entityOf(keyOf('bm9uZQ==') + endpointOf(POST)),
      /cannot be read/,
    ],
  ])('is rejected with a readable message when it %s', (_what, makeXml, words) => {
    expect(() => readIdpMetadata(makeXml(), TODAY)).toThrow(words);
  });
});
