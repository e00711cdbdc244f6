import { afterAll, describe, expect, it } from '@jest/globals';
import { OWN_LANE, SamlThreads } from './saml-threads.ts';

const connection = {
  entityId: 'https://portal.test/metadata',
  acsUrl: 'https://portal.test/acs',
  idpEntityId: 'https://idp.test',
  singleSignOnUrl: 'https://idp.test/sso',
  idpCertificates: ['MIIB'],
  isResponseSigned: true,
  isAssertionSigned: true,
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  isIdpInitiatedAllowed: false,
};
const verify = (threads: SamlThreads, xml: string) =>
  threads.run(
    'verifyResponse',
    { connection, response: Buffer.from(xml).toString('base64'), requestId: undefined },
    OWN_LANE,
  );

describe('the SAML library in its thread', () => {
  const threads = new SamlThreads();
  afterAll(() => threads.onModuleDestroy());

  it('gives up on a document that keeps it busy, while everything else goes on, and works again afterwards', async () => {
    await verify(threads, '<a/>');
    let beats = 0;
    const heart = setInterval(() => beats++, 20);
    const startedAt = performance.now();
    const outcome = await verify(threads, '<a>'.repeat(60_000)).catch((error: unknown) => error);
    clearInterval(heart);
    expect(outcome).toMatchObject({ code: 'Unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(beats).toBeGreaterThan(20);
    expect(await verify(threads, '<a/>')).toMatchObject({ refusal: expect.any(String) });
  });

  it('says no to what is no response, without throwing', async () => {
    for (const xml of [
      '',
      'x',
      '<LogoutResponse/>',
      '<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    ])
      expect(await verify(threads, xml)).toEqual({ refusal: expect.any(String) });
  });
});
