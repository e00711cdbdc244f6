import { xmlLimits } from '../../company/saml/xml-limits.ts';

const times = (count: number, write: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => write(number)).join('');
const before = (mark: string, text: string) => (xml: string) => xml.replace(mark, () => text + mark);
const after = (mark: string, text: string) => (xml: string) => xml.replace(mark, () => mark + text);
const END = '</saml:Assertion>';
/** This size fits into a form together with an honest response. */
const ROOM = 80_000;
const {
  depth,
  elements,
  attributes,
  attributesOfElement,
  namespaces,
  namespacesInForce,
  namespaceLength,
  children,
} = xmlLimits;
const manyElements = (element: string, beside = ''): string =>
  times(Math.floor((elements - OWN) / children), () => `<a>${(element + beside).repeat(children)}</a>`);
/** An allowance for the elements, levels and namespaces of the honest response. */
const OWN = 60;
const OWN_DEPTH = 4;
const OWN_NAMESPACES = 6;

/**
 * Documents that cost a parser more than their length suggests. All but the first are made from an honest response and
 * keep its issuer, destination and signature, so that these do not cause the rejection. Some exceed or reach a limit of
 * `xmlLimits`.
 */
export const xmlBombs: Record<string, (honest: string) => string> = {
  'namespaces in force over many empty elements': () => {
    const declared = (level: number) => times(60, (number) => ` xmlns:n${level}_${number}="u"`);
    const open = times(28, (level) => `<a${level < 2 ? declared(level) : ''}>`);
    return `${open}${'<b/>'.repeat(4_900)}${'</a>'.repeat(28)}`;
  },
  'the same within the response': before(
    END,
    `<a${times(60, (number) => ` xmlns:n${number}="u"`)}>${'<b/>'.repeat(4_900)}</a>`,
  ),
  'as many namespaces in force as may be': before(
    END,
    `<a${times(namespacesInForce - OWN_NAMESPACES, (number) => ` xmlns:n${number}="u"`)}>${manyElements('<b/>')}</a>`,
  ),
  'as many namespaces as may be': before(END, manyElements('<b xmlns:p="u"/>')),
  'more namespaces than may be': before(END, '<a><b xmlns:p="u" xmlns:q="u"/></a>'.repeat(namespaces / 2)),
  'a long namespace that every element uses': before(
    END,
    `<n:a xmlns:n="${'u'.repeat(namespaceLength)}">${manyElements('<n:b/>')}</n:a>`,
  ),
  'a long namespace that siblings write again': before(
    END,
    `<a xmlns:n="${'u'.repeat(namespaceLength)}">${manyElements('<n:b/>')}</a>`,
  ),
  'a longer namespace than may be': before(END, `<a xmlns:n="${'u'.repeat(ROOM)}"/>`),
  'as many elements as may be': before(END, manyElements('<b/>')),
  'more elements than may be': before(END, '<b/>'.repeat(ROOM / 4)),
  'as many elements in one another as may be': before(
    END,
    times((elements - OWN) / (depth - OWN_DEPTH), () => {
      const levels = depth - OWN_DEPTH;
      return '<a>'.repeat(levels) + '</a>'.repeat(levels);
    }),
  ),
  'elements that never end': before(END, '<a>'.repeat(ROOM / 3)),
  'elements deep in one another': before(END, '<a>'.repeat(10_000) + '</a>'.repeat(10_000)),
  'ends without a beginning': before(END, '</a>'.repeat(ROOM / 4)),
  'as many attributes as may be': before(
    END,
    `<b${times(attributesOfElement, (number) => ` a${number}=""`)}/>`.repeat(
      Math.floor(Math.min(attributes / attributesOfElement - OWN, ROOM / 240)),
    ),
  ),
  'an element with thousands of attributes': before(END, `<a${times(8_000, (number) => ` a${number}=""`)}/>`),
  'a name without an end': before(END, `<${'a'.repeat(ROOM)}/>`),
  'blank space without an end': before(END, `<a${' '.repeat(ROOM)}/>`),
  'a value without an end': before(END, `<a b="${'v'.repeat(ROOM)}"/>`),
  'nothing but less-than signs': before(END, '<'.repeat(ROOM)),
  'nothing but ampersands': before(END, '&'.repeat(ROOM)),
  'nothing but entities': before(END, '&#38;'.repeat(ROOM / 5)),
  'unknown entities': before(END, '&lol;'.repeat(ROOM / 5)),
  'entities of a document type': (honest) =>
    `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]>${honest}`,
  'long text': before(END, `<a>${'text '.repeat(ROOM / 5)}</a>`),
  'blank text': before(END, ' \n'.repeat(ROOM / 2)),
  'text between as many elements as may be': before(END, manyElements('<b/>', 'text text ')),
  'many identifiers': before(
    END,
    times(2, (group) => `<a>${times(children, (number) => `<b ID="_${group}${number}"/>`)}</a>`),
  ),
  'many references': (honest) => {
    const [reference = ''] = /<ds:Reference.*?<\/ds:Reference>/s.exec(honest) ?? [];
    return honest.replace(reference, reference.repeat(100));
  },
  'many transforms': (honest) => {
    const [transform = ''] = /<ds:Transform [^>]*exc-c14n#"\/>/s.exec(honest) ?? [];
    return honest.replace(transform, transform.repeat(500));
  },
  'many signatures': (honest) => {
    const [signature = ''] = /<ds:Signature .*?<\/ds:Signature>/s.exec(honest) ?? [];
    return honest.replace(signature, signature.repeat(25));
  },
  'many prefixes to be kept': (honest) =>
    honest.replace(
      /(<ds:Transform [^>]*exc-c14n#")\/>/s,
      `$1><InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${times(900, (number) => `p${number} `)}"/></ds:Transform>`,
    ),
  'a signature without an end': after('<ds:SignatureValue>', 'QUJD'.repeat(ROOM / 4)),
  'a certificate without an end': after('<ds:X509Certificate>', 'QUJD'.repeat(ROOM / 4)),
  'a digest without an end': after('<ds:DigestValue>', 'QUJD'.repeat(ROOM / 4)),
  'many assertions': (honest) => {
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(honest) ?? [];
    return honest.replace(assertion, assertion.repeat(15));
  },
  'many attributes of the person': before(
    '</saml:AttributeStatement>',
    times(
      600,
      (number) =>
        `<saml:Attribute Name="group${number}"><saml:AttributeValue>x</saml:AttributeValue></saml:Attribute>`,
    ),
  ),
};
