import { describe, expect, it } from '@jest/globals';
import { emailsIn } from './email-list.ts';

describe('a pasted text', () => {
  const rows: [text: string, emails: string[]][] = [
    ['', []],
    ['  \n , ;', []],
    ['a@x.test', ['a@x.test']],
    [
      'a@x.test b@x.test\nc@x.test,d@x.test; e@x.test',
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@x.test`),
    ],
    ['Ada Lovelace <ada@x.test>, Grace <grace@x.test>', ['ada@x.test', 'grace@x.test']],
    ['Ada <ada@x.test> Grace <grace@x.test>', ['ada@x.test', 'grace@x.test']],
    ['a@x.test, A@X.test', ['a@x.test']],
    ['not an address', ['not', 'an', 'address']],
  ];
  it.each(rows)('is split into addresses: %j', (text, emails) => expect(emailsIn(text)).toEqual(emails));
});
