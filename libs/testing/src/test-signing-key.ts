/** The environment variable with the SAML_SIGNING_KEY of all specs. They share it, because making a key takes long. */
export const TEST_SAML_SIGNING_KEY = 'TEST_SAML_SIGNING_KEY';

export function testSigningKey(): string {
  const key = process.env[TEST_SAML_SIGNING_KEY];
  if (!key) throw new Error('There is no signing key: run the specs with `npm test`.');
  return key;
}
