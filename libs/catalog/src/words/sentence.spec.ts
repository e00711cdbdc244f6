import { describe, expect, it } from '@jest/globals';
import { sentence } from './sentence.ts';
import { translatorOf } from './translator.ts';

describe('sentences that are translated later', () => {
  const said = [
    sentence('a.issuer', 'The issuer is {issuer}.', {
      issuer: sentence('a.nothing', 'nothing ## in the place of a value that did not arrive'),
    }),
    sentence('a.names', '{names} arrived, and {count} more: {others}.', {
      names: { and: ['“a”', '“b”'] },
      count: 2,
      others: { list: ['“c”', '“d”'] },
    }),
  ];

  it('become one text in English', () => {
    expect(translatorOf('en').compose(said)).toBe(
      'The issuer is nothing. “a” and “b” arrived, and 2 more: “c”, “d”.',
    );
  });

  it('survive storage as JSON, and are translated into the reader’s language', () => {
    const stored = JSON.parse(JSON.stringify(said)) as typeof said;
    expect(translatorOf('en-XA').compose(stored)).toBe(
      '[Ţĥē īśśūēŕ īś [ńōţĥīńğ].] [“a” and “b” àŕŕīvēđ, àńđ 2 ɱōŕē: “c”, “d”.]',
    );
  });

  it('isolate values in a right-to-left language', () => {
    const text = translatorOf('ar').compose([
      sentence('a.from', 'From {url}.', { url: 'https://acme.test/' }),
    ]);
    expect(text).toBe('From \u2068https://acme.test/\u2069.');
  });

  it('have no space between them in Japanese', () => {
    const both = [
      { id: 'a.one', text: '一。' },
      { id: 'a.two', text: '二。' },
    ];
    expect(translatorOf('ja').compose(both)).toBe('一。二。');
  });
});
