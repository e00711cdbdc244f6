import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { REFUSED_MARKUP, XmlRejected } from './xml-rejected.ts';

/**
 * Limits on the parts that make a document cost more to read than its length suggests. Real responses stay below
 * them. Their largest list is a person's groups, up to 1,024 in Windows. `children` matters most, because the
 * library's XPath compares each element with its siblings. `tagLength` limits names and white space between
 * attributes. `namespaceLength` limits the text that canonicalization repeats for every element with a namespace.
 */
export const xmlLimits = {
  depth: 32,
  elements: 2_000,
  children: 1_100,
  attributes: 4_000,
  attributesOfElement: 32,
  namespaces: 3_000,
  namespacesInForce: 24,
  namespaceLength: 200,
  tagLength: 4_000,
};

/**
 * Must come before a parser reads the document (invariant 14 of docs/security.md). Reads it once, in linear time and
 * with constant memory. Understands only as much XML as counting needs (XML 1.0, section 3.1). So a malformed
 * document can pass, and the parser rejects it later. Throws `XmlRejected`.
 */
export function countXml(xml: string): void {
  const counter = new Counter();
  let at = xml.startsWith('\ufeff') ? 1 : 0;
  if (/^<\?xml[ \t\r\n]/.test(xml.slice(at, at + 6))) at = endOf(xml, '?>', at);
  for (at = xml.indexOf('<', at); at >= 0; at = xml.indexOf('<', at)) {
    const next = xml[at + 1];
    if (next === '!') throw new XmlRejected(refusedMarkupAt(xml, at));
    if (next === '?') throw new XmlRejected(REFUSED_MARKUP.instruction);
    if (next === '/') {
      at = endOf(xml, '>', at);
      counter.leave();
    } else at = countTag(xml, at, counter);
  }
}

function refusedMarkupAt(xml: string, at: number): Sentence {
  if (xml.startsWith('<!--', at)) return REFUSED_MARKUP.comment;
  if (xml.startsWith('<![', at)) return REFUSED_MARKUP.cdata;
  return REFUSED_MARKUP.doctype;
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  if (end < 0)
    throw new XmlRejected(
      sentence('company.xmlLimits.endsInTag', 'The XML isn’t well-formed: it ends inside a tag.'),
    );
  return end + mark.length;
}

function countTag(xml: string, start: number, counter: Counter): number {
  const last = Math.min(xml.length, start + xmlLimits.tagLength);
  const names = new Set<string>();
  counter.enter();
  for (let at = start + 1, from = at; at < last; at++) {
    const character = xml[at];
    if (character === '>') {
      if (xml[at - 1] === '/') counter.leave();
      return at + 1;
    }
    if (character === '<')
      throw new XmlRejected(
        sentence('company.xmlLimits.tagInTag', 'The XML isn’t well-formed: a tag starts inside another tag.'),
      );
    if (character !== '"' && character !== "'") continue;
    const end = xml.indexOf(character, at + 1);
    if (end < 0 || end >= last) break;
    const name = nameBefore(xml.slice(from, at));
    if (names.has(name))
      throw new XmlRejected(
        sentence('company.xmlLimits.duplicateAttribute', 'An XML element has the same attribute twice.'),
      );
    counter.attribute(names.add(name).size, name, end - at - 1);
    at = end;
    from = end + 1;
  }
  throw new XmlRejected(
    sentence(
      'company.xmlLimits.longTag',
      'An XML tag is too long or isn’t closed. The length limit is {limit}.',
      {
        limit: xmlLimits.tagLength,
      },
    ),
  );
}

function nameBefore(text: string): string {
  return text.replaceAll('=', ' ').trim().split(/\s/).at(-1) ?? '';
}

class Counter {
  #elements = 0;
  #attributes = 0;
  #namespaces = 0;
  #inForce = 0;
  readonly #open: { namespaces: number; children: number }[] = [];

  enter(): void {
    bound(++this.#elements, xmlLimits.elements, tooMany.elements);
    const parent = this.#open.at(-1);
    if (parent) bound(++parent.children, xmlLimits.children, tooMany.children);
    bound(this.#open.push({ namespaces: 0, children: 0 }), xmlLimits.depth, tooMany.depth);
  }

  leave(): void {
    this.#inForce -= this.#open.pop()?.namespaces ?? 0;
  }

  attribute(ofElement: number, name: string, length: number): void {
    bound(++this.#attributes, xmlLimits.attributes, tooMany.attributes);
    bound(ofElement, xmlLimits.attributesOfElement, tooMany.attributesOfElement);
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return;
    bound(++this.#namespaces, xmlLimits.namespaces, tooMany.namespaces);
    bound(++this.#inForce, xmlLimits.namespacesInForce, tooMany.namespacesInForce);
    bound(length, xmlLimits.namespaceLength, tooMany.namespaceLength);
    const element = this.#open.at(-1);
    if (element) element.namespaces++;
  }
}

type TooMany = (limit: number) => Sentence;

function bound(count: number, limit: number, said: TooMany): void {
  if (count > limit) throw new XmlRejected(said(limit));
}

const tooMany = {
  elements: (limit) =>
    sentence('company.xmlLimits.elements', 'The XML has too many elements. The limit is {limit}.', { limit }),
  children: (limit) =>
    sentence(
      'company.xmlLimits.children',
      'An XML element has too many child elements. The limit is {limit}.',
      { limit },
    ),
  depth: (limit) =>
    sentence('company.xmlLimits.depth', 'The XML elements are nested too deeply. The limit is {limit}.', {
      limit,
    }),
  attributes: (limit) =>
    sentence('company.xmlLimits.attributes', 'The XML has too many attributes. The limit is {limit}.', {
      limit,
    }),
  attributesOfElement: (limit) =>
    sentence(
      'company.xmlLimits.attributesOfElement',
      'An XML element has too many attributes. The limit is {limit}.',
      {
        limit,
      },
    ),
  namespaces: (limit) =>
    sentence('company.xmlLimits.namespaces', 'The XML declares too many namespaces. The limit is {limit}.', {
      limit,
    }),
  namespacesInForce: (limit) =>
    sentence(
      'company.xmlLimits.namespacesInScope',
      'Too many XML namespaces are in scope on one element. The limit is {limit}.',
      { limit },
    ),
  namespaceLength: (limit) =>
    sentence(
      'company.xmlLimits.namespaceLength',
      'An XML namespace name is too long. The length limit is {limit}.',
      { limit },
    ),
} satisfies Record<string, TooMany>;
