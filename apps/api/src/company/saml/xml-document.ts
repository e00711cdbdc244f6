import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import sax from 'sax';
import { REFUSED_MARKUP, XmlRejected } from './xml-rejected.ts';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
export const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'xmlns';

/** XML 1.0 (section 2.2) forbids these characters even when they are escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** XML 1.0, section 2.8. With another encoding, a reader could see a different text. */
const UTF8_DECLARATION =
  /^version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])utf-8\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*$/i;

/** `text` is the element's own text, without that of its children. */
export type XmlElement = {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

/**
 * Maps the prefixes in scope of an element to namespaces (Namespaces in XML 1.0, section 6). An element that declares
 * none shares the object of its parent.
 */
type Scope = ReadonlyMap<string, string>;
type Open = { element: XmlElement; scope: Scope };

/**
 * The cost depends on the counts that `countXml` limits, so documents from outside must pass `countXml` first.
 * Resolves prefixes itself, because sax would copy all prefixes in scope at every end tag. Throws `XmlRejected`.
 */
export function readXml(xml: string): XmlElement {
  const parser = sax.parser(true, { xmlns: false, position: false });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  parser.onerror = (error) =>
    refuse(
      sentence('company.xmlDocument.malformed', 'The XML isn’t well-formed ({reason}).', {
        reason: error.message.split('\n', 1).join(''),
      }),
    );
  parser.ondoctype = () => refuse(REFUSED_MARKUP.doctype);
  // The parser doesn't report an empty comment, so the text is searched.
  if (xml.includes('<!--')) refuse(REFUSED_MARKUP.comment);
  parser.onopencdata = () => refuse(REFUSED_MARKUP.cdata);
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name !== 'xml' || root) refuse(REFUSED_MARKUP.instruction);
    if (!UTF8_DECLARATION.test(body)) refuse(REFUSED_MARKUP.declaration);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (root && open.length === 0)
      refuse(sentence('company.xmlDocument.severalRoots', 'The XML has more than one root element.'));
    const parent = open.at(-1);
    const opened = toOpen(name, Object.entries(attributes as Record<string, string>), parent?.scope);
    parent?.element.children.push(opened.element);
    root ??= opened.element;
    open.push(opened);
  };
  parser.ontext = (text) => {
    if (FORBIDDEN.test(text))
      refuse(
        sentence(
          'company.xmlDocument.forbiddenCharacters',
          'The XML contains characters that aren’t allowed.',
        ),
      );
    const element = open.at(-1)?.element;
    if (element) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  return root ?? refuse(sentence('company.xmlDocument.empty', 'The XML is empty.'));
}

function refuse(said: Sentence): never {
  throw new XmlRejected(said);
}

function toOpen(name: string, attributes: [string, string][], inherited: Scope = new Map()): Open {
  if (attributes.some(([, value]) => FORBIDDEN.test(value)))
    refuse(
      sentence('company.xmlDocument.forbiddenCharacters', 'The XML contains characters that aren’t allowed.'),
    );
  const scope = scopeOf(attributes, inherited);
  for (const [attribute] of attributes) {
    const { prefix } = partsOf(attribute);
    if (prefix !== '' && prefix !== XMLNS) namespaceOf(prefix, scope);
  }
  const { prefix, local } = partsOf(name);
  const namespace = prefix === '' ? (scope.get('') ?? '') : namespaceOf(prefix, scope);
  return {
    element: { name: local, namespace, attributes: Object.fromEntries(attributes), children: [], text: '' },
    scope,
  };
}

function scopeOf(attributes: [string, string][], inherited: Scope): Scope {
  const declared = attributes.flatMap(([name, value]): [string, string][] => {
    if (name === XMLNS) return [['', value]];
    const { prefix, local } = partsOf(name);
    if (prefix !== XMLNS) return [];
    // `xml` has a fixed meaning, and `xmlns` must not be declared (Namespaces in XML 1.0, section 3).
    if (local === XMLNS || (local === 'xml' && value !== XML_NAMESPACE) || value === '')
      refuse(
        sentence(
          'company.xmlDocument.reservedPrefix',
          'The XML binds the prefix “{prefix}” to a namespace it can’t have.',
          {
            prefix: local.slice(0, 60),
          },
        ),
      );
    return [[local, value]];
  });
  return declared.length === 0 ? inherited : new Map([...inherited, ...declared]);
}

function namespaceOf(prefix: string, scope: Scope): string {
  if (prefix === 'xml') return XML_NAMESPACE;
  return (
    scope.get(prefix) ??
    refuse(
      sentence(
        'company.xmlDocument.undeclaredPrefix',
        'The XML uses the prefix “{prefix}” without declaring its namespace.',
        {
          prefix: prefix.slice(0, 60),
        },
      ),
    )
  );
}

/** Namespaces in XML 1.0, section 4 */
function partsOf(name: string): { prefix: string; local: string } {
  const parts = name.split(':', 3);
  if (parts.length > 2 || parts.includes(''))
    refuse(
      sentence(
        'company.xmlDocument.invalidName',
        'The XML contains a name that isn’t allowed with namespaces.',
      ),
    );
  const [first = '', second] = parts;
  return second === undefined ? { prefix: '', local: first } : { prefix: first, local: second };
}

export function childrenOf(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  return parent.children.filter((child) => child.namespace === namespace && child.name === name);
}

export function allElements(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allElements)];
}
