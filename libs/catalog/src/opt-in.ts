/** Countries where signing up counts as consent to marketing, so that forms show no checkbox (docs/product.md 5). */
export const impliedConsentCountries = ['US', 'GB', 'FR', 'SE', 'IE', 'BE', 'FI', 'HU', 'PL'] as const;

const impliedConsentCodes: ReadonlySet<string> = new Set(impliedConsentCountries);

export function isOptInImplied(countryCode: string): boolean {
  return impliedConsentCodes.has(countryCode);
}
