import { describe, expect, it } from '@jest/globals';
import { isEmail, normalizeEmail } from './email.ts';

describe('an address', () => {
  it.each([
    'ada@example.com',
    'a.b+c_d-e@sub.example.co',
    "o'neil@example.com",
    'x@[192.168.0.1]',
    'x@xn--bcher-kva.example',
    'ünï@exämple.com',
    'x@example.museum',
    '1@2.example',
  ])('%s is one', (address) => {
    expect(isEmail(address)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.c',
    'ada@example.c0m1',
    'ada@@example.com',
    'a b@example.com',
    'ada@exa mple.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'x@[300.1.1.1]',
    'x@[1.2.3]',
    'x@1.2.3.4',
    'a\r\nb@example.com',
    '<a@example.com>',
    'a,b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('%j is none', (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it('has one stored form whatever its letter case, spaces and composition', () => {
    expect(normalizeEmail('  ADA@Example.COM ')).toBe('ada@example.com');
    expect(normalizeEmail('e\u0301@example.com')).toBe('é@example.com');
  });

  it('stays different from its look-alikes', () => {
    expect(normalizeEmail('\u0430da@example.com')).not.toBe('ada@example.com');
    expect(normalizeEmail('ada+x@example.com')).not.toBe('ada@example.com');
  });
});
