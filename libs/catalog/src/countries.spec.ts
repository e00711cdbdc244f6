import { describe, expect, it } from '@jest/globals';
import type { Country } from './country.ts';
import { countries, findCountry, findState, firstCountryCount } from './countries.ts';

const strangeCodes = ['', 'ZZ', 'us', ' US', '__proto__', 'constructor', 'toString', 'hasOwnProperty'];

function country(code: string): Country {
  const found = findCountry(code);
  if (!found) throw new Error(`no country ${code}`);
  return found;
}

describe('countries', () => {
  it('are the 249 entries of ISO 3166-1, each code and label once', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    expect(new Set(countries.map(({ label }) => label)).size).toBe(249);
    for (const { code } of countries) expect(code).toMatch(/^[A-Z]{2}$/);
  });

  it('have labels without stray white space', () => {
    for (const { label } of countries) expect(label).toBe(label.trim().replace(/\s+/g, ' '));
  });

  it('start with the five from which most visitors come', () => {
    expect(firstCountryCount).toBe(5);
    expect(countries.slice(0, firstCountryCount).map(({ label }) => label)).toEqual([
      'United States',
      'Australia',
      'Canada',
      'Germany',
      'United Kingdom',
    ]);
  });

  it('continue alphabetically, with accented letters next to their base letter', () => {
    const rest = countries.slice(firstCountryCount).map(({ label }) => label);
    expect(rest).toEqual([...rest].sort((a, b) => a.localeCompare(b, 'en')));
    expect(rest.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
    expect(rest.at(-1)).toBe('Zimbabwe');
  });

  it('have their ISO code as the integration value, except eight that have their name', () => {
    const byName = countries.filter(({ code, integrationValue }) => integrationValue !== code);
    expect(byName.map(({ code, integrationValue }) => [code, integrationValue])).toEqual([
      ['AL', 'Albania'],
      ['AM', 'Armenia'],
      ['BM', 'Bermuda'],
      ['BF', 'Burkina Faso'],
      ['KM', 'Comoros'],
      ['NE', 'Niger'],
      ['VN', 'Vietnam'],
      ['ZW', 'Zimbabwe'],
    ]);
  });

  it('are found by their codes', () => {
    for (const each of countries) expect(findCountry(each.code)).toBe(each);
  });

  it.each(strangeCodes)('are not found by %j', (code) => {
    expect(findCountry(code)).toBeUndefined();
  });
});

describe('states', () => {
  it('exist for the United States, Canada and Australia only', () => {
    const counts = countries.flatMap(({ code, states }) => (states ? [[code, states.length]] : []));
    expect(counts).toEqual([
      ['US', 51],
      ['AU', 8],
      ['CA', 13],
    ]);
  });

  it.each(['US', 'AU', 'CA'])('of %s have unique codes and labels, in alphabetical order', (code) => {
    const { states = [] } = country(code);
    const labels = states.map(({ label }) => label);
    expect(new Set(states.map((state) => state.code)).size).toBe(states.length);
    expect(new Set(labels).size).toBe(states.length);
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('of the United States include the District of Columbia', () => {
    expect(findState(country('US'), 'DC')?.label).toBe('District of Columbia');
  });

  it.each(['US', 'CA'])('of %s have their two-letter code as the integration value', (code) => {
    for (const state of country(code).states ?? []) {
      expect(state.code).toMatch(/^[A-Z]{2}$/);
      expect(state.integrationValue).toBe(state.code);
    }
  });

  it('of Australia have their name with a suffix as the integration value', () => {
    const { states = [] } = country('AU');
    expect(findState(country('AU'), 'VIC')?.integrationValue).toBe('Victoria (AUS)');
    for (const { label, integrationValue } of states) expect(integrationValue).toBe(`${label} (AUS)`);
  });

  it('are found by their countries and codes', () => {
    for (const each of countries)
      for (const state of each.states ?? []) expect(findState(each, state.code)).toBe(state);
  });

  it('with the same code in two countries are distinguished', () => {
    expect(findState(country('CA'), 'NT')?.label).toBe('Northwest Territories');
    expect(findState(country('AU'), 'NT')?.label).toBe('Northern Territory');
  });

  it('of another country are not found [asvs 2.2.3]', () => {
    expect(findState(country('CA'), 'TX')).toBeUndefined();
  });

  it('are not found in a country without states', () => {
    expect(findState(country('DE'), 'BY')).toBeUndefined();
  });

  it.each(strangeCodes)('are not found by %j', (code) => {
    expect(findState(country('US'), code)).toBeUndefined();
    expect(findState(country('DE'), code)).toBeUndefined();
  });
});
