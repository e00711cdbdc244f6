import { describe, expect, it } from '@jest/globals';
import { meetsPasswordRules, newPasswordFields, unmetPasswordRules } from './password.ts';
import * as z from 'zod/mini';

const unmet = (password: string, confirmation = password) =>
  unmetPasswordRules(password, confirmation).map((rule) => rule.key);

describe('the password checklist', () => {
  it('names no rule for a good password', () => {
    expect(unmet('Round-Tables-For-8!')).toEqual([]);
  });

  it('names every rule that an empty password does not meet [asvs 6.2.1]', () => {
    expect(unmet('')).toEqual(['length', 'uppercase', 'lowercase', 'special', 'match']);
  });

  it.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('accepts %s as a special character', (character) => {
    expect(unmet(`RoundTables8${character}`)).toEqual([]);
  });

  it.each([' ', 'é', '€', '8'])('does not accept %j as a special character', (character) => {
    expect(unmet(`RoundTables8${character}`)).toEqual(['special']);
  });

  it('counts characters, not code units, and knows letters of every script', () => {
    expect(unmet('Ää!🎉🎉🎉🎉🎉🎉🎉🎉')).toEqual(['length']);
    expect(unmet('Ää!🎉🎉🎉🎉🎉🎉🎉🎉🎉')).toEqual([]);
  });

  it('compares the confirmation exactly', () => {
    expect(unmet('Round-Tables-For-8!', 'Round-Tables-For-8! ')).toEqual(['match']);
  });
});

describe('the longest password', () => {
  const body = z.object(newPasswordFields).check(meetsPasswordRules);
  const accepts = (password: string) => body.safeParse({ password, confirm_password: password }).success;

  it('has 128 code points, whatever their size', () => {
    expect(accepts(`Aa!${'🎉'.repeat(125)}`)).toBe(true);
    expect(accepts(`Aa!${'🎉'.repeat(126)}`)).toBe(false);
    expect(accepts(`Aa!${'x'.repeat(125)}`)).toBe(true);
    expect(accepts(`Aa!${'x'.repeat(126)}`)).toBe(false);
  });

  it('is counted after NFKC normalization, as it is hashed', () => {
    expect(accepts(`Aa!${'e\u0301'.repeat(125)}`)).toBe(true);
    expect(accepts(`Aa!${'ﷺ'.repeat(10)}`)).toBe(false);
  });
});
