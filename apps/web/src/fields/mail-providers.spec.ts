import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { mailProviderOf, suggestedAddress } from './mail-providers.ts';

describe('the webmail provider', () => {
  it.each([
    ['ada@gmail.com', 'Gmail', 'https://mail.google.com/mail/'],
    ['Ada@Hotmail.CO.UK', 'Outlook', 'https://outlook.live.com/mail/'],
    ['ada@live.com', 'Outlook', 'https://outlook.live.com/mail/'],
    ['ada@me.com', 'iCloud Mail', 'https://www.icloud.com/mail/'],
    ['ada@pm.me', 'Proton Mail', 'https://mail.proton.me/'],
    ['ada@gmx.at', 'GMX', 'https://www.gmx.net/'],
    ['ada@web.de', 'WEB.DE', 'https://web.de/'],
    ['ada@foxmail.com', 'QQ Mail', 'https://mail.qq.com/'],
    ['ada@yahoo.co.jp', 'Yahoo!メール', 'https://mail.yahoo.co.jp/'],
    ['ada@outlook.sa', 'Outlook', 'https://outlook.live.com/mail/'],
  ])('of %s is %s', (email, name, url) => {
    expect(mailProviderOf(email)).toMatchObject({ name, url });
  });

  it.each(['ada@harbour-hotel.test', 'ada@gmail.com.evil.test', 'ada@xgmail.com', 'gmail', ''])(
    'of "%s" is unknown',
    (email) => {
      expect(mailProviderOf(email)).toBeUndefined();
    },
  );
});

describe('the suggested address', () => {
  it.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@gmail.co', 'ada@gmail.com'],
    [' ada@gmal.com ', 'ada@gmail.com'],
    ['Ada.B@GMAIL.CMO', 'Ada.B@gmail.com'],
    ['ada@hotmial.com', 'ada@hotmail.com'],
    ['ada@outlok.com', 'ada@outlook.com'],
    ['ada@yaho.com', 'ada@yahoo.com'],
    ['ada@iclould.com', 'ada@icloud.com'],
    ['ada@protonmal.com', 'ada@protonmail.com'],
    ['ada@gmx.dee', 'ada@gmx.de'],
    ['ada@yaho.co.jp', 'ada@yahoo.co.jp'],
    ['ada@hotmial.fr', 'ada@hotmail.fr'],
  ])('for "%s" is %s', (typed, meant) => {
    expect(suggestedAddress(typed)).toBe(meant);
  });

  it.each([
    'ada@gmail.com',
    'ada@mail.com',
    'ada@ymail.com',
    'ada@gmx.com',
    'ada@me.com',
    'ada@live.fr',
    'ada@live.cn',
    'ada@harbour-hotel.test',
    'ada@glamour.com',
    'ada@web.com',
    'ada@wcb.org',
    'ada',
    '@gmial.com',
    'ada@',
    '',
  ])('is missing for "%s"', (typed) => {
    expect(suggestedAddress(typed)).toBeUndefined();
  });

  it('is never offered for the domain of a large mail provider', () => {
    const mailboxes = createRequire(import.meta.url)('email-providers/common.json') as string[];
    expect(mailboxes.filter((domain) => suggestedAddress(`ada@${domain}`))).toEqual([]);
  });
});
