import { describe, expect, it } from '@jest/globals';
import { addressFormOf, addressLines, isRegionValid, regionsOf } from './address-forms.ts';

describe('address forms', () => {
  it.each([
    ['US', ['addressLine1', 'addressLine2', 'countryCode', 'stateCode', 'city', 'postalCode']],
    ['DE', ['addressLine1', 'addressLine2', 'countryCode', 'stateCode', 'postalCode', 'city']],
    ['JP', ['countryCode', 'postalCode', 'stateCode', 'city', 'addressLine1', 'addressLine2']],
  ])('of %s have the fields in the country’s order', (country, fields) => {
    expect(addressFormOf(country).fields).toEqual(fields);
  });

  it.each(['US', 'DE', 'JP', 'ZZ'])('of %s contain each field once', (country) => {
    expect([...addressFormOf(country).fields].sort()).toEqual([...addressFormOf('US').fields].sort());
  });

  it('format an address in its country’s order, without empty lines', () => {
    const empty = { addressLine2: '', stateCode: '' };
    expect(
      addressLines({
        ...empty,
        addressLine1: 'Unter den Linden 1',
        countryCode: 'DE',
        city: 'Berlin',
        postalCode: '10117',
      }),
    ).toEqual(['Unter den Linden 1', '10117 Berlin']);
    expect(
      addressLines({
        addressLine1: '千代田1-1',
        addressLine2: '3F',
        countryCode: 'JP',
        stateCode: '東京都',
        city: '千代田区',
        postalCode: '100-0001',
      }),
    ).toEqual(['100-0001', '東京都 千代田区', '千代田1-1', '3F']);
    expect(
      addressLines({
        ...empty,
        addressLine1: '1 Main St',
        countryCode: 'US',
        stateCode: 'New York',
        city: 'New York',
        postalCode: '10001',
      }),
    ).toEqual(['1 Main St', 'New York, New York, 10001']);
  });

  it('know the 47 prefectures of Japan and the states of countries with states', () => {
    expect(new Set(regionsOf('JP')?.map(({ code }) => code)).size).toBe(47);
    expect(regionsOf('AU')).toHaveLength(8);
    expect(regionsOf('DE')).toBeUndefined();
    expect(isRegionValid('JP', '東京都')).toBe(true);
    expect(isRegionValid('JP', '')).toBe(false);
    expect(isRegionValid('DE', '')).toBe(true);
  });
});
