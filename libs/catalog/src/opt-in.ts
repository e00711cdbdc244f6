/** Countries where signing up counts as consent, so that no box is shown (docs/product.md 5). */
export const impliedConsentCountries = ['US', 'GB', 'FR', 'SE', 'IE', 'BE', 'FI', 'HU', 'PL'] as const;

const impliedConsentCodes: ReadonlySet<string> = new Set(impliedConsentCountries);

/** Returns whether the country with this ISO code implies consent, so that forms hide the checkbox (docs/product.md 5). */
export function isOptInImplied(countryCode: string): boolean {
  return impliedConsentCodes.has(countryCode);
}
