import { describe, expect, it } from '@jest/globals';
import { findCountry } from './countries.ts';
import { findTaxIdKind, taxIdKindsOf, taxIdTypes } from './tax-ids.ts';

describe('kinds of tax IDs', () => {
  it('are listed by country, the usual one first', () => {
    expect(taxIdKindsOf('DE')).toEqual([
      { countryCode: 'DE', type: 'eu_vat', label: 'VAT number', example: 'DE123456789' },
    ]);
    expect(taxIdKindsOf('CA').map(({ type }) => type)).toEqual(['ca_gst_hst', 'ca_bn', 'ca_qst']);
    expect(taxIdKindsOf('AQ')).toEqual([]);
  });

  it('belong to countries of the catalogue', () => {
    for (const type of taxIdTypes) {
      const country = findTaxIdKind(type, '')?.countryCode ?? '';
      expect([type, findCountry(country)?.code]).toEqual([type, country]);
    }
  });

  it('are found by type, in another country if the given one has none', () => {
    expect(findTaxIdKind('eu_vat', 'FR')).toMatchObject({ example: 'FRAB123456789' });
    expect(findTaxIdKind('gb_vat', 'FR')).toMatchObject({ countryCode: 'GB' });
    expect(findTaxIdKind('xx_vat', 'FR')).toBeUndefined();
  });
});
