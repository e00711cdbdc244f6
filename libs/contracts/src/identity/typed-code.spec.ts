import { describe, expect, it } from '@jest/globals';
import { billedTo } from '../billing/billed-to.ts';
import { billingForm } from '../billing/billing.ts';
import { typedCode } from './typed-code.ts';

describe('a typed code', () => {
  it.each([
    ['94103', '94103'],
    [' 94103 ', '94103'],
    ['９４１０３', '94103'],
    ['٩٤١٠٣', '94103'],
    ['۹۴۱۰۳', '94103'],
    ['९४१०३', '94103'],
    ['〒１００－０００１', '100-0001'],
    ['100ー0001', '100-0001'],
    ['100−0001', '100-0001'],
    ['SW1A　1AA', 'SW1A 1AA'],
    ['ＳＷ１Ａ １ＡＡ', 'SW1A 1AA'],
    ['', ''],
  ])('%j becomes %j, which does not change again', (typed, code) => {
    expect(typedCode(typed)).toBe(code);
    expect(typedCode(code)).toBe(code);
  });

  it('is read in the digits of every script', () => {
    const all = Array.from({ length: 0x20000 }, (_, codePoint) => String.fromCodePoint(codePoint));
    const digits = all.filter((character) => /\p{Nd}/u.test(character));
    expect(digits.length).toBeGreaterThan(600);
    const wrong = digits.filter((_, index) => typedCode(digits[index] ?? '') !== String(index % 10));
    expect(wrong).toEqual([]);
  });

  it('is normalized in each form with a postal code', () => {
    const address = {
      name: '高橋',
      addressLine1: '1-1',
      addressLine2: '',
      city: '東京',
      countryCode: 'JP',
      stateCode: '東京都',
      postalCode: '〒１００－０００１',
    };
    expect(billingForm.parse({ ...address, hasAgreed: true }).postalCode).toBe('100-0001');
    const company = { company: '', taxIdType: '', taxId: '' };
    expect(billedTo.parse({ ...address, ...company }).postalCode).toBe('100-0001');
  });
});
