/** Where signing up counts as consent, so that nobody is asked (docs/product.md 5). */
export const impliedConsentCountries = ['US', 'GB', 'FR', 'SE', 'IE', 'BE', 'FI', 'HU', 'PL'] as const;

const impliedConsentCodes: ReadonlySet<string> = new Set(impliedConsentCountries);

/** Is consent implied in the country with this ISO code, and the checkbox hidden (docs/product.md 5)? */
export function isOptInImplied(countryCode: string): boolean {
  return impliedConsentCodes.has(countryCode);
}

/**
 * The consent beside the checkbox (docs/product.md 5; the words are ours). In Canada a second line, after a line
 * break, says who sends and from where: the anti-spam law (CASL) wants the sender's postal address in the request for
 * consent.
 */
export function optInText(countryCode: string, productName: string, postalAddress: string): string {
  const consent = `Yes, email me news, tips and offers from ${productName}. I can unsubscribe at any time.`;
  return countryCode === 'CA' ? `${consent}\nSender: ${productName}, ${postalAddress}` : consent;
}
