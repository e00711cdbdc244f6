import { describe, expect, it } from '@jest/globals';
import { allElements, readXml } from './xml-document.ts';
import { countXml, xmlLimits } from './xml-limits.ts';
import { XmlRejected } from './xml-rejected.ts';

describe('reading XML', () => {
  it('returns names, namespaces, attributes, text and children', () => {
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
    ['a missing end tag', '<a>'],
    ['an empty document', ''],
    ['an attribute’s prefix without a namespace', '<a x:b=""/>'],
    ['a prefix outside the element that declares it', '<a><b xmlns:x="urn:x"/><x:c/></a>'],
    ['a prefix with an empty namespace', '<x:a xmlns:x=""/>'],
    ['another namespace for the prefix xml', '<a xmlns:xml="urn:a"/>'],
    ['a namespace for the prefix xmlns', '<a xmlns:xmlns="urn:a"/>'],
    ['a name of three parts', '<a:b:c xmlns:a="urn:a"/>'],
  ])('rejects %s [asvs 1.5.1]', (_what, xml) => {
    expect(() => readXml(xml)).toThrow(XmlRejected);
  });

  it.each([
    'version="1.0"',
    'version="1.0" encoding="UTF-8"',
    "version='1.0' encoding = 'utf-8' standalone='yes' ",
    'version="1.1" standalone="no"',
  ])('accepts the declaration %s', (declaration) => {
    expect(readXml(`<?xml ${declaration}?><a/>`).name).toBe('a');
  });

  it.each([
    'version="1.0" encoding="UTF-7"',
    'version="1.0" encoding="utf-16"',
    'version="1.0" encoding="UTF-16LE"',
    'version="1.0" encoding="ISO-8859-1"',
    'version="1.0" encoding="UTF-8" encoding="UTF-7"',
    'encoding="UTF-7" version="1.0"',
    'version="1.0" ENCODING="UTF-7"',
    'version="1.0" encoding=UTF-7',
    'version="2.0"',
    '',
  ])('rejects the declaration %s, which other parsers could read differently', (declaration) => {
    expect(() => readXml(`<?xml ${declaration}?><a/>`)).toThrow(
      'The XML declaration must state version 1.0 and UTF-8, or be left out.',
    );
  });

  it('lets the prefix xml be declared with its fixed meaning', () => {
    const xml = 'http://www.w3.org/XML/1998/namespace';
    expect(readXml(`<a xmlns:xml="${xml}"><xml:b/></a>`).children).toMatchObject([
      { name: 'b', namespace: xml },
    ]);
  });

  it('gives the reason, with at most one line of the input', () => {
    const long = 'p'.repeat(61);
    const cut = 'p'.repeat(60);
    expect(() => readXml(`<a xmlns:${long}=""/>`)).toThrow(
      `The XML binds the prefix “${cut}” to a namespace it can’t have.`,
    );
    expect(() => readXml(`<${long}:a/>`)).toThrow(
      `The XML uses the prefix “${cut}” without declaring its namespace.`,
    );
    expect(() => readXml('<a><b></a>')).toThrow(/^The XML isn’t well-formed \([^\n]+\)\.$/);
    expect(() => readXml('<a>\u0001</a>')).toThrow('The XML contains characters that aren’t allowed.');
    expect(() => readXml('<a/><b/>')).toThrow('The XML has more than one root element.');
    expect(() => readXml('<a:b:c/>')).toThrow('The XML contains a name that isn’t allowed with namespaces.');
    expect(() => readXml('')).toThrow('The XML is empty.');
  });

  it('resolves prefixes by the nearest element that declares them', () => {
    const root = readXml(
      '<a xmlns="urn:1" xmlns:p="urn:2"><p:b xmlns:p="urn:3"><p:c/><d xmlns=""/></p:b><p:e xml:lang="en"/></a>',
    );
    expect(allElements(root).map(({ name, namespace }) => `${name} ${namespace}`)).toEqual([
      'a urn:1',
      'b urn:3',
      'c urn:3',
      'd ',
      'e urn:2',
    ]);
  });
});

describe('the limits of XML', () => {
  const { depth, elements, children, attributes, attributesOfElement, namespaces, namespacesInForce } =
    xmlLimits;
  const { tagLength } = xmlLimits;
  const numbered = (count: number, write: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => write(number)).join('');
  const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
  const wide = (count: number) => `<r>${numbered(2, () => `<a>${'<b/>'.repeat(count / 2)}</a>`)}</r>`;
  const withAttributes = (count: number) => `<a${numbered(count, (number) => ` a${number}="<>'"`)}/>`;
  const declaring = (count: number) => numbered(count, (number) => ` xmlns:n${number} = 'u'`);

  it.each<[string, string, string]>([
    ['levels of nesting', nested(depth), nested(depth + 1)],
    ['elements', wide(elements - 3), wide(elements)],
    [
      'child elements of an element',
      `<a>${'<b/>'.repeat(children)}</a>`,
      `<a>${'<b/>'.repeat(children + 1)}</a>`,
    ],
    [
      'attributes of an element',
      withAttributes(attributesOfElement),
      withAttributes(attributesOfElement + 1),
    ],
    [
      'attributes',
      `<r>${withAttributes(25).repeat(attributes / 25)}</r>`,
      `<r>${withAttributes(25).repeat(attributes / 25)}<a b=""/></r>`,
    ],
    [
      'namespaces',
      `<r>${`<a${declaring(10)}/>`.repeat(namespaces / 10)}</r>`,
      `<r>${`<a${declaring(10)}/>`.repeat(namespaces / 10)}<a xmlns="u"/></r>`,
    ],
    [
      'namespaces in scope',
      `<a${declaring(namespacesInForce - 1)}><b xmlns="u"/><b xmlns="u"></b><b xmlns="u"/></a>`,
      `<a${declaring(namespacesInForce - 1)}><b xmlns="u"><c xmlns="u"/></b></a>`,
    ],
    ['length of a tag', `<a b="${'x'.repeat(tagLength - 10)}" />`, `<a b="${'x'.repeat(tagLength - 9)}" />`],
    ['length of a namespace', `<a xmlns="${'x'.repeat(200)}"/>`, `<a xmlns="${'x'.repeat(201)}"/>`],
  ])('apply to the %s', (_what, allowed, refused) => {
    expect(() => countXml(allowed)).not.toThrow();
    expect(() => readXml(allowed)).not.toThrow();
    expect(() => countXml(refused)).toThrow(XmlRejected);
  });

  it.each([
    ['the same attribute twice', '<a b="1" c="" b = "2"/>'],
    ['a tag inside a tag', '<a <b/>'],
    ['a tag without an end', '<a b="'],
    ['an end tag without an end', '<a></a'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a comment', '<a><!--x--></a>'],
    ['a CDATA section', '<a><![CDATA[x]]></a>'],
    ['a processing instruction', '<a><?x?></a>'],
    ['two declarations', '<?xml version="1.0"?><?xml version="1.0"?><a/>'],
  ])('reject %s', (_what, xml) => {
    expect(() => countXml(xml)).toThrow(XmlRejected);
  });

  it('name the exceeded limit or the fault', () => {
    expect(() => countXml('<a>'.repeat(depth + 1))).toThrow(
      'The XML elements are nested too deeply. The limit is 32.',
    );
    expect(() => countXml(`<a>${'<b/>'.repeat(children + 1)}`)).toThrow(
      'An XML element has too many child elements. The limit is 1100.',
    );
    expect(() => countXml(withAttributes(33))).toThrow(
      'An XML element has too many attributes. The limit is 32.',
    );
    expect(() => countXml(`<a${declaring(25)}/>`)).toThrow(
      'Too many XML namespaces are in scope on one element. The limit is 24.',
    );
    expect(() => countXml('<a b="1" b="2"/>')).toThrow('An XML element has the same attribute twice.');
    expect(() => countXml('<a <b/>')).toThrow('The XML isn’t well-formed: a tag starts inside another tag.');
    expect(() => countXml('<a></a')).toThrow('The XML isn’t well-formed: it ends inside a tag.');
  });

  it('leave other faults to the XML reader', () => {
    for (const xml of ['<>', 'no XML', '</a>', '<a b="\'<>\'"/>']) expect(() => countXml(xml)).not.toThrow();
  });

  it('accept an XML declaration and a byte order mark', () => {
    expect(() => countXml('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<a/>')).not.toThrow();
  });
});
