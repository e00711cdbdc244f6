import sax from 'sax';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 5_000;
const MAX_ATTRIBUTES = 64;

/** Characters that XML 1.0 (section 2.2) forbids even when they are escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** An element with what assertions are made of. `text` is what stands directly in it. */
export type XmlElement = {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

/** Why a document is not read, in words. */
export class XmlRefused extends Error {}

/**
 * Reads a document in one linear pass, before anything expensive looks at it (SECURITY.md 3.2): no DOCTYPE, comment,
 * processing instruction or CDATA, and not more of anything than a response needs. Throws `XmlRefused`.
 */
export function readXml(xml: string): XmlElement {
  const parser = sax.parser(true, { xmlns: true, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const refuse = (reason: string) => () => {
    throw new XmlRefused(reason);
  };
  parser.onerror = (error) => refuse(`It is not well-formed XML: ${error.message.split('\n')[0]}`)();
  parser.ondoctype = refuse('It has a DOCTYPE, which SAML messages must not have.');
  // Of an empty comment the parser says nothing.
  if (xml.includes('<!--')) refuse('It has a comment. Turn comments off in the message.')();
  parser.onopencdata = refuse('It has a CDATA section. Send plain text instead.');
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml' || elements > 0) refuse('It has a processing instruction.')();
  };
  parser.onopentag = (tag) => {
    const element = toElement(tag as sax.QualifiedTag);
    if (++elements > MAX_ELEMENTS) refuse(`It has more than ${MAX_ELEMENTS} elements.`)();
    if (root && open.length === 0) refuse('It has more than one root element.')();
    if (open.length >= MAX_DEPTH) refuse(`It is nested deeper than ${MAX_DEPTH} elements.`)();
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.ontext = (text) => {
    if (FORBIDDEN.test(text)) refuse('It has characters that XML forbids.')();
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  if (!root) throw new XmlRefused('It is empty.');
  return root;
}

function toElement(tag: sax.QualifiedTag): XmlElement {
  const attributes = Object.values(tag.attributes);
  if (attributes.length > MAX_ATTRIBUTES)
    throw new XmlRefused(`An element has more than ${MAX_ATTRIBUTES} attributes.`);
  if (attributes.some(({ value }) => FORBIDDEN.test(value)))
    throw new XmlRefused('It has characters that XML forbids.');
  return {
    name: tag.local,
    namespace: tag.uri,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    children: [],
    text: '',
  };
}

/** The children of that name. */
export function childrenOf(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  return parent.children.filter((child) => child.namespace === namespace && child.name === name);
}

/** The element and everything below it, in document order. */
export function allElements(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allElements)];
}
