/** Set by the global setup: the portal's SAML_SIGNING_KEY in specs. A key per file would take too long. */
export const TEST_SAML_SIGNING_KEY = 'TEST_SAML_SIGNING_KEY';

export function testSigningKey(): string {
  const key = process.env[TEST_SAML_SIGNING_KEY];
  if (!key) throw new Error('There is no signing key: run the specs with `npm test`.');
  return key;
}
