import { makeId } from '@foyer/testing/test-idp';
import { VICTIM } from './test-attack-company.ts';

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;
const ID = /\sID="([^"]+)"/;
const NORA = /nora@\w+\.test/g;

type Place = (parts: {
  xml: string;
  assertion: string;
  bare: string;
  signature: string;
  evil: string;
}) => string;

const object = (xml: string) => `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${xml}</ds:Object>`;
const extensions = (xml: string) => `<samlp:Extensions>${xml}</samlp:Extensions>`;
const into = (element: string, inside: string) => element.replace(/<\/[\w:]+>$/, (end) => inside + end);
const without = (element: string) => element.replace(SIGNATURE, '');
const forge = (element: string, id = makeId()) =>
  element.replace(ID, ` ID="${id}"`).replaceAll(NORA, VICTIM).replaceAll('>nora<', '>victim<');

/** In XSW1, the signed response is inside the signature of a forged response. In XSW2, it is next to that signature. */
function wrapResponse(xml: string, place: (signature: string, original: string) => string): string {
  const signature = SIGNATURE.exec(xml)?.[0] ?? '';
  const original = xml.replace(signature, '');
  return forge(without(xml)).replace('<samlp:Status>', () => `${place(signature, original)}<samlp:Status>`);
}

function wrapAssertion(xml: string, place: Place): string {
  const assertion = ASSERTION.exec(xml)?.[0] ?? '';
  const signature = SIGNATURE.exec(assertion)?.[0] ?? '';
  const bare = without(assertion);
  return place({ xml, assertion, bare, signature, evil: forge(bare) });
}

const ofAssertion = (place: Place) => (xml: string) => wrapAssertion(xml, place);

/**
 * The eight attacks of Somorovsky et al., "On Breaking SAML" (2012), by their common numbers, and variants. Each one
 * keeps a valid signature over the original, and puts a forgery where a parser may read it instead.
 */
export const wrappings: Record<string, (signed: string) => string> = {
  'XSW1: original response inside the signature of the forged one': (xml) =>
    wrapResponse(xml, (signature, original) => into(signature, original)),
  'XSW2: original response before the signature of the forged one': (xml) =>
    wrapResponse(xml, (signature, original) => original + signature),
  'XSW3: forged assertion before the original': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => evil + assertion),
  ),
  'XSW4: forged assertion around the original': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => into(evil, assertion)),
  ),
  'XSW5: forged assertion with the signature, original at the end': ofAssertion(({ xml, assertion, bare }) =>
    into(
      xml.replace(assertion, () => forge(assertion)),
      bare,
    ),
  ),
  'XSW6: forged assertion with the signature, original inside the signature': ofAssertion(
    ({ xml, assertion, bare, signature }) =>
      xml.replace(assertion, () => forge(assertion).replace(signature, () => into(signature, bare))),
  ),
  'XSW7: forged assertion in Extensions': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => extensions(evil) + assertion),
  ),
  'XSW8: forged assertion with the signature, original in its Object': ofAssertion(
    ({ xml, assertion, bare, signature }) =>
      xml.replace(assertion, () => forge(assertion).replace(signature, () => into(signature, object(bare)))),
  ),
  'forged assertion after the original': ofAssertion(({ xml, evil }) => into(xml, evil)),
  'forged assertion with the original’s ID': ofAssertion(({ xml, assertion, bare }) =>
    xml.replace(assertion, () => forge(bare, ID.exec(assertion)?.[1]) + assertion),
  ),
  'forged assertion with the original’s ID as Id': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => evil.replace(ID, ` Id="${ID.exec(assertion)?.[1]}"`) + assertion),
  ),
  'original assertion in an Advice of the forged one': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => into(evil, `<saml:Advice>${assertion}</saml:Advice>`)),
  ),
  'forged assertion that holds the original’s signature': ofAssertion(({ xml, assertion, signature, evil }) =>
    xml.replace(assertion, () => into(evil, signature) + assertion),
  ),
  'forged assertion in no namespace': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => evil.replaceAll('saml:', '').replace(/xmlns="[^"]*"/, '') + assertion),
  ),
  'forged assertion under another prefix': ofAssertion(({ xml, assertion, evil }) =>
    xml.replace(assertion, () => evil.replaceAll('saml:', 'x:').replace('xmlns:saml', 'xmlns:x') + assertion),
  ),
  'forged response around the signed one': (xml) => into(forge(without(xml)), xml),
};

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function wrapAtRandom(signed: string, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const assertion = ASSERTION.exec(signed)?.[0] ?? '';
  const signature = SIGNATURE.exec(assertion)?.[0] ?? '';
  const id = ID.exec(assertion)?.[1];
  const pieces = [
    forge(without(assertion)),
    forge(without(assertion), id),
    forge(assertion),
    forge(assertion, id),
    forge(signed),
    forge(without(signed)),
    forge(assertion.replace(signature, () => into(signature, object(without(assertion))))),
    assertion,
    without(assertion),
    signature,
  ];
  const wraps = [
    (piece: string) => piece,
    object,
    extensions,
    (piece: string) => piece.replace(ID, ` Id="${id}"`),
  ];
  const starts = [
    signed,
    signed.replace(assertion, ''),
    signed.replace(assertion, () => forge(assertion)),
    signed.replace(assertion, () => forge(without(assertion), id)),
    forge(without(signed)),
  ];
  let xml = pick(starts);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const gaps = [...xml.matchAll(/></g)].map(({ index }) => index + 1);
    const at = pick(gaps);
    xml = xml.slice(0, at) + pick(wraps)(pick(pieces)) + xml.slice(at);
  }
  return xml;
}

export const spoiledSignatures: Record<string, (signed: string) => string> = {
  'text is changed after signing': (xml) => xml.replaceAll(NORA, VICTIM),
  'only the name ID is changed after signing': (xml) => xml.replaceAll('>nora<', '>victim<'),
  'no signature is left': (xml) => xml.replaceAll(new RegExp(SIGNATURE, 'gs'), ''),
  'the response’s signature is taken off': (xml) => without(xml),
  'the assertion’s signature is taken off': (xml) =>
    xml.replace(ASSERTION, (assertion) => without(assertion)),
  'the signature is empty': (xml) =>
    xml.replaceAll(
      new RegExp(SIGNATURE, 'gs'),
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
    ),
  'the signature’s value is empty': (xml) =>
    xml.replaceAll(/<ds:SignatureValue>[^<]*/g, '<ds:SignatureValue>').replaceAll(NORA, VICTIM),
  'the signature refers to nothing': (xml) =>
    xml.replaceAll(/<ds:Reference .*?<\/ds:Reference>/gs, '').replaceAll(NORA, VICTIM),
  'the references have an empty URI': (xml) => xml.replaceAll(/URI="#[^"]*"/g, 'URI=""'),
  'the assertion’s signature refers to the response': (xml) =>
    xml.replace(ASSERTION, (assertion) => assertion.replace(/URI="#[^"]*"/, `URI="#${ID.exec(xml)?.[1]}"`)),
  'the reference is there twice': (xml) =>
    xml
      .replaceAll(/<ds:Reference .*?<\/ds:Reference>/gs, (reference) => reference + reference)
      .replaceAll(NORA, VICTIM),
  // CVE-2025-29774
  'SignedInfo is there twice': (xml) =>
    xml
      .replaceAll(
        /<ds:SignedInfo>.*?<\/ds:SignedInfo>/gs,
        (info) => info.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>forged') + info,
      )
      .replaceAll(NORA, VICTIM),
  // CVE-2025-29775
  'DigestValue holds a comment': (xml) =>
    xml.replaceAll('<ds:DigestValue>', '<ds:DigestValue><!--forged-->').replaceAll(NORA, VICTIM),
  'an XPath transform is added': (xml) =>
    xml.replaceAll(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
    ),
  'an XSLT transform is added': (xml) =>
    xml.replaceAll(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
    ),
};
