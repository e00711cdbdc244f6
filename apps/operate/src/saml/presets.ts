import type { IdpSettings } from './import-identity-provider.ts';

/** Default settings of `npm run operate -- idp:import` for a product. Named options win. */
export interface Preset extends Partial<IdpSettings> {
  product: string;
}

/** The claim names of Microsoft's products are those of WS-Federation; their consoles fill them in. */
const MICROSOFT_CLAIMS = {
  emailAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  firstNameAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  lastNameAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
};

/** Names that the company's administrator types in, as docs/identity-providers.md says. */
const TYPED_CLAIMS = {
  emailAttribute: 'email',
  firstNameAttribute: 'firstName',
  lastNameAttribute: 'lastName',
};

const BOTH = { isResponseSigned: true, isAssertionSigned: true };
const ASSERTION = { isResponseSigned: false, isAssertionSigned: true };
const RESPONSE = { isResponseSigned: true, isAssertionSigned: false };

/**
 * What each product sends as its console sets it up, from the vendors' own pages and other services' set-up guides; none
 * of them was run here. Entra ID, "Attributes & Claims" and "SAML certificates, signing option": the assertion is signed
 * unless told otherwise. AD FS, "Send LDAP attributes as claims" and SamlResponseSignature, which is AssertionOnly. Okta,
 * "AIW SAML field reference": both are signed. Google Workspace, "custom SAML app": only with "Signed response" the
 * response, else the assertion. OneLogin, "SAML Custom Connector (Advanced)": "SAML signature element". JumpCloud, "SSO
 * application connector fields": the response, unless "Sign assertion" is ticked. What differs in a company's own set-up
 * is named as an option.
 */
export const presets: Readonly<Record<string, Preset>> = {
  entra: { product: 'Microsoft Entra ID', ...MICROSOFT_CLAIMS, ...ASSERTION, nameIdFormat: 'persistent' },
  adfs: { product: 'AD FS', ...MICROSOFT_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  okta: { product: 'Okta', ...TYPED_CLAIMS, ...BOTH, nameIdFormat: 'unspecified' },
  google: { product: 'Google Workspace', ...TYPED_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  onelogin: { product: 'OneLogin', ...TYPED_CLAIMS, ...ASSERTION, nameIdFormat: 'unspecified' },
  jumpcloud: { product: 'JumpCloud', ...TYPED_CLAIMS, ...RESPONSE, nameIdFormat: 'unspecified' },
};
