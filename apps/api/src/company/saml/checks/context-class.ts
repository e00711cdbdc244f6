import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';

const MULTI_FACTOR = new Set([
  'https://refeds.org/profile/mfa',
  // AD FS
  'http://schemas.microsoft.com/claims/multipleauthn',
  // Two factors by definition (SAML authentication context 3.4).
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  // NIST SP 800-63B, levels 2 and 3
  'http://idmanagement.gov/ns/assurance/aal/2',
  'http://idmanagement.gov/ns/assurance/aal/3',
]);

/** SAML core 2.7.2.2 */
export function contextClassesIn(assertion: XmlElement): string[] {
  return childrenOf(assertion, ASSERTION, 'AuthnStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'AuthnContext'))
    .flatMap((context) => childrenOf(context, ASSERTION, 'AuthnContextClassRef'))
    .map(({ text }) => text.trim());
}

export function isMultiFactor(assertion: XmlElement): boolean {
  return contextClassesIn(assertion).some((one) => MULTI_FACTOR.has(one));
}
