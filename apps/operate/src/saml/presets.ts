import type { IdpSettings } from './import-identity-provider.ts';

export interface Preset extends Partial<IdpSettings> {
  product: string;
}

/** Claim names of WS-Federation, which Microsoft's products fill in by default. */
const MICROSOFT_CLAIMS = {
  emailAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  firstNameAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  lastNameAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
};

/** Claim names that docs/identity-providers.md tells the company's administrator to enter. */
const TYPED_CLAIMS = {
  emailAttribute: 'email',
  firstNameAttribute: 'firstName',
  lastNameAttribute: 'lastName',
};

const BOTH = { isResponseSigned: true, isAssertionSigned: true };
const ASSERTION = { isResponseSigned: false, isAssertionSigned: true };
const RESPONSE = { isResponseSigned: true, isAssertionSigned: false };

/**
 * The default set-up of each product, from the vendors' pages and other services' guides. It was not tested with the
 * products. Entra ID, "Attributes & Claims" and "SAML certificates, signing option": signs the assertion by default. AD
 * FS, "Send LDAP attributes as claims" and SamlResponseSignature: AssertionOnly. Okta, "AIW SAML field reference":
 * signs both. Google Workspace, "custom SAML app": signs the response if "Signed response" is ticked, else the
 * assertion. OneLogin, "SAML Custom Connector (Advanced)": signs the chosen "SAML signature element". JumpCloud, "SSO
 * application connector fields": signs the response, unless "Sign assertion" is ticked. If a company's set-up differs,
 * the operator adds options.
 */
export const presets: Readonly<Record<string, Preset>> = {
  entra: { product: 'Microsoft Entra ID', ...MICROSOFT_CLAIMS, ...ASSERTION, nameIdFormat: 'persistent' },
  adfs: { product: 'AD FS', ...MICROSOFT_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  okta: { product: 'Okta', ...TYPED_CLAIMS, ...BOTH, nameIdFormat: 'unspecified' },
  google: { product: 'Google Workspace', ...TYPED_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  onelogin: { product: 'OneLogin', ...TYPED_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  jumpcloud: { product: 'JumpCloud', ...TYPED_CLAIMS, ...RESPONSE, nameIdFormat: 'unspecified' },
};
