import { describe, expect, it } from '@jest/globals';
import { changeAddressBody } from './account/address-change.ts';
import { upgradePlanBody } from './billing/billing.ts';
import { inviteToEventBody } from './registration/event-invite.ts';
import { loginBody } from './identity/login.ts';
import { forgotPasswordBody } from './identity/password.ts';
import { findIdpBody } from './company/saml.ts';
import { registerByEmailBody, registerCollaboratorBody } from './registration/sign-up.ts';
import { registerTeamMemberBody, teamMemberAnswers } from './teams/team.ts';
import { resendVerificationBody } from './registration/verify-email.ts';
import {
  domainOf,
  emailField,
  ENTER_VALID_EMAIL,
  isEmail,
  normalizeDomain,
  normalizeEmail,
} from './email.ts';

const doors = {
  'a change of address': changeAddressBody.shape.email,
  'the receiver of bills': upgradePlanBody.shape.email,
  'an event invitation': inviteToEventBody.shape.email,
  'an event inviter': inviteToEventBody.shape.inviter.def.innerType.shape.email,
  'a login': loginBody.shape.email,
  'a forgotten password': forgotPasswordBody.shape.email,
  'single sign-on': findIdpBody.shape.email,
  'a sign-up': registerByEmailBody.shape.email,
  'a collaborator': registerCollaboratorBody.shape.email,
  'a team member’s answers': teamMemberAnswers.shape.email,
  'a team member': registerTeamMemberBody.shape.email,
  'a resent verification mail': resendVerificationBody.shape.email,
};

it.each(Object.entries(doors))('an email address of %s is normalized', (_, field) => {
  expect(field.parse(' E\u0301vａ＠exämple。com')).toBe('éva@xn--exmple-cua.com');
});

const accepts = (typed: string) => emailField(ENTER_VALID_EMAIL).safeParse(typed).success;

describe('an address', () => {
  it.each([
    'ada@example.com',
    'a.b+c_d-e@sub.example.co',
    "o'neil@example.com",
    'x@[192.168.0.1]',
    'x@[000.1.1.255]',
    'x@[１.1.1.1]',
    'ada＠example.com',
    'ｔａｒｏ＿１＠ｙａｈｏｏ．ｃｏ．ｊｐ',
    'x@xn--bcher-kva.example',
    'ünï@exämple.com',
    '用户@例え.テスト',
    'राम@उदाहरण.परीक्षा',
    'ada@ＥＸＡＭＰＬＥ．ＣＯＭ',
    'ada@example。com',
    `${'é'.repeat(32)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
    `${'a'.repeat(64)}@${'b.'.repeat(93)}com`,
    'x@example.museum',
    '1@2.example',
  ])('is valid: %s', (address) => {
    expect(accepts(address)).toBe(true);
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
    'ada＠example.com@evil.example',
    'ada@evil.example＠example.com',
    'ada＜ada@example.com',
    'a　b@example.com',
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
    'x@[256.1.1.1]',
    'x@[1.256.1.1]',
    'x@[1.1.256.1]',
    'x@[1.1.1.256]',
    'x@[0x7f.0.0.1]',
    'x@[::1]',
    'x@0x7f.1',
    'x@127.0.0.1',
    'x@１２７.０.０.１',
    'x@2130706433',
    'x@example.com:80',
    'x@example.com：80',
    'x@example.com/path',
    'x@exämple.com／path',
    'x@exämple.com?q',
    'x@exämple.com#q',
    'x@ex%61mple.com',
    'x@exä％6dple.com',
    'x@exa_mple.com',
    'x@exä＿mple.com',
    'x@xn--.com',
    'x@xn--a-.com',
    'x@example.xn--',
    'x@example.com.',
    'x@example.com。',
    `${'é'.repeat(33)}@example.com`,
    `${'a'.repeat(64)}@${'b.'.repeat(94)}com`,
    `a@${'ä'.repeat(60)}.com`,
    `a@${'ä'.repeat(100_000)}.com`,
    `${' '.repeat(100_000)}a@example.com`,
    'x@[1.2.3]',
    'x@1.2.3.4',
    'a\r\nb@example.com',
    '<a@example.com>',
    'a,b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('is invalid: %j', (address) => {
    expect(accepts(address)).toBe(false);
  });

  it.each([
    ['null', '\0'],
    ['delete', '\u007f'],
    ['next line', '\u0085'],
    ['soft hyphen', '\u00ad'],
    ['combining grapheme joiner', '\u034f'],
    ['Arabic letter mark', '\u061c'],
    ['Hangul filler', '\u3164'],
    ['Mongolian variation selector', '\u180b'],
    ['zero-width space', '\u200b'],
    ['zero-width non-joiner', '\u200c'],
    ['zero-width joiner', '\u200d'],
    ['right-to-left mark', '\u200f'],
    ['line separator', '\u2028'],
    ['right-to-left override', '\u202e'],
    ['word joiner', '\u2060'],
    ['right-to-left isolate', '\u2067'],
    ['blank Braille pattern', '\u2800'],
    ['private use', '\ue000'],
    ['variation selector', '\ufe0f'],
    ['byte order mark', '\ufeff'],
    ['tag', '\u{e0061}'],
    ['variation selector of the supplement', '\u{e0100}'],
    ['lone surrogate', '\ud800'],
  ])('with a %s is invalid, wherever the character is', (_, invisible) => {
    for (const [before, after] of [
      ['a', 'da@example.com'],
      ['ada@exa', 'mple.com'],
      ['ada@exä', 'mple.com'],
      ['ada@example.c', 'om'],
    ])
      expect(accepts(`${before}${invisible}${after}`)).toBe(false);
  });

  it.each([
    ['byte order mark', '\ufeff'],
    ['zero-width space', '\u200b'],
    ['right-to-left override', '\u202e'],
  ])('with a %s at its start or end is invalid', (_, invisible) => {
    expect(accepts(`${invisible}ada@example.com`)).toBe(false);
    expect(accepts(`ada@example.com${invisible}`)).toBe(false);
  });

  it('has one stored form, whatever its letter case, spaces and composition', () => {
    expect(normalizeEmail('  ADA@Example.COM ')).toBe('ada@example.com');
    expect(normalizeEmail('e\u0301@example.com')).toBe('é@example.com');
    expect(normalizeEmail('\u3000ada@example.com\t')).toBe('ada@example.com');
    expect(normalizeEmail('x@[010.001.000.1]')).toBe('x@[10.1.0.1]');
    expect(normalizeEmail('Ｔａｒｏ．１＠Example.com')).toBe('taro.1@example.com');
    expect(normalizeEmail('ﾌﾞﾄﾞｳ@example.com')).toBe('ブドウ@example.com');
    // NFKC would split the Thai vowel U+0E33 into two characters.
    expect(normalizeEmail('น้ำ@example.com')).toBe('น้ำ@example.com');
  });

  it.each([
    ['exämple.com', 'xn--exmple-cua.com'],
    ['EXÄMPLE.COM', 'xn--exmple-cua.com'],
    ['exa\u0308mple.com', 'xn--exmple-cua.com'],
    ['XN--EXMPLE-CUA.com', 'xn--exmple-cua.com'],
    ['ＥＸＡＭＰＬＥ.com', 'example.com'],
    ['𝐞𝐱𝐚𝐦𝐩𝐥𝐞.com', 'example.com'],
    ['example．com', 'example.com'],
    ['ⓔxample｡ｃｏｍ', 'example.com'],
    ['faß.de', 'xn--fa-hia.de'],
    ['βόλος.com', 'xn--nxasmm1c.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ])('with the domain %s is stored with the domain %s', (typed, stored) => {
    expect(normalizeEmail(`ada@${typed}`)).toBe(`ada@${stored}`);
    expect(normalizeDomain(typed)).toBe(stored);
    expect(domainOf(normalizeEmail(`ada@${typed}`))).toBe(stored);
  });

  it('does not change when it is normalized again, whatever it contains [asvs 1.1.1]', () => {
    const pieces = [
      ...[
        'a',
        'Z',
        '9',
        '.',
        '-',
        '@',
        '@',
        ' ',
        '[',
        ']',
        '%',
        ':',
        '/',
        'xn--',
        'XN--BCHER-KVA',
        '.com',
        '[1.02.3.4]',
      ],
      ...[
        'ä',
        'a\u0308',
        'İ',
        'ß',
        'ẞ',
        'Σ',
        'ς',
        'K',
        'ﬁ',
        '㎏',
        '．',
        '。',
        '＠',
        'Ａ',
        '１',
        '\u200d',
        '\u00ad',
        '\ufeff',
        '\u0345',
      ],
      ...[
        'क्',
        'ا',
        '한',
        '\u1100\u1161',
        '🎉',
        '\ud800',
        '\u{e0061}',
        'Ꭰ',
        'Ⅎ',
        '\u0301',
        '\u0323',
        '\u0130\u0307',
      ],
    ];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const mixtures = Array.from({ length: 5_000 }, () =>
      Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join(''),
    );
    // Every character below U+30000, but only each 61st of uniform ranges such as ideographs.
    const isOneOfMany = /[\p{Unified_Ideograph}\p{Unassigned}\p{Private_Use}\uac00-\ud7a3]/u;
    const everyCharacter = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code))
      .filter((character, code) => code % 61 === 0 || !isOneOfMany.test(character))
      .flatMap((character) => [`a${character}b@example.com`, `ada@a${character}b.com`]);
    const changing = [...mixtures, ...everyCharacter].filter((typed) => {
      const stored = normalizeEmail(typed);
      return normalizeEmail(stored) !== stored || (isEmail(stored) && !/^[^A-Z\s]+@[!-~]+$/.test(stored));
    });
    expect(changing).toEqual([]);
  });

  it('stays different from its look-alikes', () => {
    expect(normalizeEmail('\u0430da@example.com')).not.toBe('ada@example.com');
    expect(normalizeEmail('ada+x@example.com')).not.toBe('ada@example.com');
    expect(normalizeEmail('ªda@example.com')).not.toBe('ada@example.com');
  });
});
