import { describe, expect, it } from '@jest/globals';
import { readXml } from './xml-document.ts';

describe('reading XML', () => {
  it('gives names, namespaces, attributes, text and children', () => {
    expect(readXml('<?xml version="1.0"?><a:b xmlns:a="urn:a" c="1">x&amp;y<d>z</d></a:b>')).toEqual({
      name: 'b',
      namespace: 'urn:a',
      attributes: { 'xmlns:a': 'urn:a', c: '1' },
      text: 'x&y',
      children: [{ name: 'd', namespace: '', attributes: {}, text: 'z', children: [] }],
    });
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a comment', '<a>x<!-- -->y</a>'],
    ['a processing instruction', '<a><?php?></a>'],
    ['a CDATA section', '<a><![CDATA[x]]></a>'],
    ['an entity', '<a>&x;</a>'],
    ['a character that XML forbids', '<a b="&#1;"/>'],
    ['a prefix without a namespace', '<x:a/>'],
    ['two roots', '<a/><b/>'],
    ['no end', '<a>'],
    ['nothing', ''],
    ['33 levels', '<a>'.repeat(33) + '</a>'.repeat(33)],
    ['too many elements', `<a>${'<b/>'.repeat(5_000)}</a>`],
    ['too many attributes', `<a ${Array.from({ length: 65 }, (_, number) => `a${number}=""`).join(' ')}/>`],
  ])('refuses %s', (_what, xml) => {
    expect(() => readXml(xml)).toThrow();
  });

  it.each([
    ['<a>'.repeat(43_000)],
    ['<'.repeat(128_000)],
    [`<a ${Array.from({ length: 17_000 }, (_, number) => `a${number}=""`).join(' ')}/>`],
    [`<a>${'&amp;'.repeat(25_000)}</a>`],
  ])('takes no time over %.12s …', (xml) => {
    const startedAt = performance.now();
    try {
      readXml(xml);
    } catch {
      // Refused or not, it is quick.
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
