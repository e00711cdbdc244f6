import { describe, expect, it } from '@jest/globals';
import { countries, findCountry } from './countries.ts';
import { impliedConsentCountries, isOptInImplied } from './opt-in.ts';

const implied = ['US', 'GB', 'FR', 'SE', 'IE', 'BE', 'FI', 'HU', 'PL'];

describe('opt-in', () => {
  it.each(countries.map(({ label, code }) => ({ label, code, expected: implied.includes(code) })))(
    'in $label ($code) is implied: $expected',
    ({ code, expected }) => {
      expect(isOptInImplied(code)).toBe(expected);
    },
  );

  it('is implied only in countries of the catalogue', () => {
    expect(impliedConsentCountries.filter((code) => !findCountry(code))).toEqual([]);
    expect(impliedConsentCountries).toHaveLength(implied.length);
  });

  it.each(['', 'us', 'UK', '__proto__', 'constructor'])('is not implied for the unknown code %j', (code) => {
    expect(isOptInImplied(code)).toBe(false);
  });
});
