import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildResponse,
  makeTestIdp,
  postable,
  readRequest,
  type ResponseOptions,
  type TestIdp,
} from '@foyer/testing/test-idp';
import { makeMetadata, makeRequest, verifyResponse, type Connection } from './saml-library.ts';

let ours: TestIdp;
let next: TestIdp;
let connection: Connection;
beforeAll(async () => {
  [ours, next] = await Promise.all([makeTestIdp('ours'), makeTestIdp('next')]);
  connection = {
    entityId: 'https://portal.test/metadata',
    acsUrl: 'https://portal.test/acs',
    idpEntityId: 'https://idp.test',
    singleSignOnUrl: 'https://idp.test/sso',
    idpCertificates: [ours.certificate],
    isResponseSigned: true,
    isAssertionSigned: true,
    decryptionKeys: [],
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    isIdpInitiatedAllowed: false,
  };
});

describe('the portal’s identity', () => {
  it('is in a signed request', async () => {
    const made = await makeRequest({
      ...{ connection, requestId: '_asked', forceAuthn: false },
      privateKey: ours.privateKey,
    });
    const { id, xml } = readRequest(made);
    expect(id).toBe('_asked');
    for (const part of [
      'Destination="https://idp.test/sso"',
      'AssertionConsumerServiceURL="https://portal.test/acs"',
      '>https://portal.test/metadata</saml:Issuer>',
      'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"',
      'SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"',
      'DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"',
    ])
      expect(xml).toContain(part);
    expect(xml).not.toContain('RequestedAuthnContext');
  });

  it('is in the metadata, with all certificates, and with an encryption key where that is set up', () => {
    const base64 = (pem: string) => pem.replaceAll(/-----[^-]*-----|\s/g, '');
    const ask = (isAssertionEncrypted: boolean) =>
      makeMetadata({
        serviceProvider: connection,
        privateKey: ours.privateKey,
        certificates: [ours.certificate, next.certificate],
        isAssertionEncrypted,
      });
    const [plain, encrypted] = [ask(false), ask(true)];
    for (const metadata of [plain, encrypted]) {
      expect(metadata).toContain('entityID="https://portal.test/metadata"');
      expect(metadata).toContain('Location="https://portal.test/acs"');
      expect(metadata).toContain('WantAssertionsSigned="true"');
      expect(metadata).not.toContain('NameIDFormat');
      for (const { certificate } of [ours, next])
        expect(metadata.replaceAll(/\s/g, '')).toContain(base64(certificate));
    }
    expect(plain).not.toContain('use="encryption"');
    const [, part = ''] = encrypted.split('use="encryption"');
    expect(part.replaceAll(/\s/g, '')).toContain(base64(ours.certificate));
    expect(part).toContain('#aes256-gcm"');
    expect(part).not.toContain('-cbc');
  });
});

describe('a response', () => {
  const verify = (response: string) =>
    verifyResponse({ connection, response, requestId: '_asked', now: new Date() });
  const signed = (signature: ResponseOptions['signature']) =>
    verify(
      postable(
        buildResponse(
          { ...ours, audience: connection.entityId, acsUrl: connection.acsUrl },
          { inResponseTo: '_asked', signature, responseId: '_response', assertionId: '_assertion' },
        ),
      ),
    );

  it('is rejected if it is empty or another document [asvs 9.2.2]', async () => {
    for (const response of ['', postable('<a/>')])
      expect(await verify(response)).toEqual({ rejection: expect.any(String) });
  });

  // In a sign-in, the check "algorithms" rejects other algorithms first. The library must reject them, too.
  it('must be signed with accepted algorithms, even if the caller does not check them', async () => {
    const withComments = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments';
    expect(await signed({})).toHaveProperty('assertionXml');
    expect(await signed({ canonicalizationAlgorithm: withComments })).not.toHaveProperty('assertionXml');
  });
});
