import { Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { isPageScript, pageScript } from './page-script.ts';
import {
  brandOf,
  cvcError,
  expiryError,
  formatExpiry,
  formatNumber,
  numberError,
} from './page/card-rules.ts';

describe('the script for the page', () => {
  it('is one classic script that calls the provider from which it was loaded', () => {
    const script = pageScript('http://localhost:12111');
    expect(() => new Script(script)).not.toThrow();
    expect(script).toContain('const PROVIDER_URL = "http://localhost:12111"');
    expect(script).not.toMatch(/^(import|export) /m);
  });

  it('sets no style by HTML, which a strict content security policy would block', () => {
    expect(pageScript('')).not.toMatch(/innerHTML|setAttribute\('style'|<style|eval\(/);
  });

  it.each(['/v3/', '/endive/stripe.js', '/v3/stripe.js'])('is served at %s', (path) => {
    expect(isPageScript(path)).toBe(true);
  });
});

describe('the card field', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'visa'],
    ['378282246310005', '3782 822463 10005', 'amex'],
    ['5555', '5555', 'mastercard'],
    ['9', '9', 'unknown'],
  ])('shows %s as %s, and recognizes the brand %s', (typed, shown, brand) => {
    expect(formatNumber(typed)).toBe(shown);
    expect(brandOf(typed).name).toBe(brand);
  });

  it.each([
    ['4242', 'incomplete_number'],
    ['4242424242424241', 'invalid_number'],
    ['4242424242424242', undefined],
  ])('reports for the number %s the error %s', (number, code) => {
    expect(numberError(number)?.code).toBe(code);
  });

  it.each([
    ['1', 'incomplete_expiry'],
    ['13 / 30', 'invalid_expiry_month'],
    ['05 / 25', 'invalid_expiry_year_past'],
    ['05 / 26', 'invalid_expiry_month_past'],
    ['06 / 26', undefined],
  ])('reports for the expiry date %s the error %s', (expiry, code) => {
    expect(expiryError(expiry, new Date(2026, 5, 15))?.code).toBe(code);
  });

  it('accepts common ways to write a date', () => {
    expect(formatExpiry('1230')).toBe('12 / 30');
    expect(formatExpiry('5')).toBe('05');
    expect(formatExpiry('12/2030')).toBe('12 / 30');
  });

  it('requires a security code of four digits for American Express', () => {
    expect(cvcError('123', brandOf('3782'))?.code).toBe('incomplete_cvc');
    expect(cvcError('123', brandOf('4242'))).toBeUndefined();
  });
});
