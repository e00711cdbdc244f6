import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { buildResponse, makeTestIdp } from '@foyer/testing/test-idp';
import { cacheXPathExpressions } from './xpath-cache.ts';

type XPath = {
  select: (expression: string, node: unknown) => unknown;
  XPathParser: new () => { parse: (expression: string) => unknown };
};
type Dom = { DOMParser: new () => { parseFromString: (xml: string, type: string) => unknown } };

const DSIG = "namespace-uri(.)='http://www.w3.org/2000/09/xmldsig#'";
const expressionsFor = (id: string) => [
  `.//*[local-name(.)='Signature' and ${DSIG}]`,
  `./*[local-name(.)='Signature' and ${DSIG}]`,
  `//*[local-name(.)='Signature' and ${DSIG}]/*[local-name(.)='SignedInfo']`,
  `.//*[local-name(.)='Transform' and ${DSIG} and ancestor::*[local-name(.)='Reference' and @URI='#${id}']]`,
  `//*[@ID="${id}"]`,
  `//*[@*[local-name(.)='ID']='${id}']`,
  "//*[local-name()='SignedInfo']",
  ".//*[local-name(.)='SignatureMethod']/@Algorithm",
  ".//*[local-name(.)='SignatureValue']/text()",
  './/comment()',
  "/*[local-name()='Response']/@InResponseTo",
  "/*[local-name()='Response']/*[local-name()='Assertion']",
  '(//*)[3]/*[2]',
  '//*[last()]/@*',
  'count(//*[position() > 1])',
  "string(//*[local-name()='Audience'])",
  'boolean(//nothing)',
  // The path in a condition is evaluated in a context of its own.
  "//*[*/@Algorithm and local-name(.)='SignedInfo']",
  '//*[*[1] and position() = 2]',
];

const here = createRequire(createRequire(import.meta.url).resolve('@node-saml/passport-saml'));
const copies = ['@node-saml/node-saml', 'xml-crypto'].map((owner) => {
  const ofOwner = createRequire(here.resolve(owner));
  return { owner, ...(ofOwner('xpath') as XPath), ...(ofOwner('@xmldom/xmldom') as Dom) };
});

describe('the XPath library', () => {
  it('finds the same nodes with the cache as without it, on the first and every later call', async () => {
    const idp = await makeTestIdp('acme');
    const documents = copies.flatMap(({ select, DOMParser }) =>
      ['_one', '_other'].map((id) => {
        const ids = { responseId: id, assertionId: `${id}-assertion`, inResponseTo: '_asked' };
        const document = new DOMParser().parseFromString(buildResponse(idp, ids), 'text/xml');
        return { select, document, expressions: [id, ids.assertionId].flatMap(expressionsFor) };
      }),
    );
    const findings = () =>
      documents.flatMap(({ select, document, expressions }) =>
        expressions.map((expression) => ({ expression, found: select(expression, document) })),
      );
    const before = findings();
    cacheXPathExpressions();
    for (const [at, { expression, found }] of [...findings(), ...findings()].entries())
      expect([expression, isSame(found, before[at % before.length]?.found)]).toEqual([expression, true]);
  });

  it.each(copies)('of $owner parses an expression once', ({ XPathParser }) => {
    cacheXPathExpressions();
    const [once, again, another] = ['//a', '//a', '//b'].map((each) => new XPathParser().parse(each));
    expect(once).toBe(again);
    expect(another).not.toBe(once);
    expect(String(another)).toContain('b');
  });

  it.each(copies)('of $owner keeps a limited number of expressions', ({ XPathParser }) => {
    cacheXPathExpressions();
    const parse = (expression: string) => new XPathParser().parse(expression);
    const once = parse('//a');
    for (let number = 0; number < 200; number++) parse(`//*[@ID="_${number}"]`);
    expect(parse('//a')).not.toBe(once);
  });

  it.each(copies)('of $owner rejects an invalid expression each time', ({ XPathParser }) => {
    cacheXPathExpressions();
    for (let time = 0; time < 2; time++) expect(() => new XPathParser().parse('//a[')).toThrow();
  });
});

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((node, index) => node === other[index]);
}
