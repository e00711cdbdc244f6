import { describe, expect, it } from '@jest/globals';
import { countries, findCountry } from './countries.ts';
import { impliedConsentCountries, isOptInImplied, optInText } from './opt-in.ts';

const implied = ['US', 'GB', 'FR', 'SE', 'IE', 'BE', 'FI', 'HU', 'PL'];
const address = '1 Front Street, Toronto ON M5J 2X2';

describe('opt-in', () => {
  it.each(countries.map(({ label, code }) => ({ label, code, expected: implied.includes(code) })))(
    'of $label ($code) is implied: $expected',
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

describe('the opt-in text', () => {
  it('names the product and the way out', () => {
    const text = optInText('DE', 'Foyer', address);
    expect(text).toContain('Foyer');
    expect(text).toContain('unsubscribe');
  });

  it('adds a line with the postal address of the sender in Canada', () => {
    const [consent, sender, ...more] = optInText('CA', 'Foyer', address).split('\n');
    expect(consent).toBe(optInText('DE', 'Foyer', address));
    expect(sender).toBe(`Sender: Foyer, ${address}`);
    expect(more).toEqual([]);
  });

  it('shows the address in no other country', () => {
    const shown = countries.filter(({ code }) => optInText(code, 'Foyer', address).includes(address));
    expect(shown.map(({ code }) => code)).toEqual(['CA']);
  });
});
