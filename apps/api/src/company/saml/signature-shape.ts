import { sentence } from '@foyer/catalog/words/sentence';
import { EXCLUSIVE_C14N } from './accepted-algorithms.ts';
import { childrenOf, XMLDSIG, type XmlElement } from './xml-document.ts';
import { XmlRejected } from './xml-rejected.ts';

/** One for the response and one for the assertion. */
const MAX_SIGNATURES = 2;
/** The two transforms are enveloped signature and canonicalization (SAML core 5.4.4). */
const MAX_TRANSFORMS = 2;
/** The library searches for each prefix in `InclusiveNamespaces` at every element. */
const MAX_PREFIXES = 32;

/**
 * Rejects signatures that are disproportionately expensive to verify. Each reference and each transform canonicalizes
 * the document again, but a SAML signature needs only one reference (core 5.4.2). Throws `XmlRejected`.
 */
export function limitSignatures(elements: readonly XmlElement[]): void {
  const count = (name: string) => elements.filter((element) => element.name === name).length;
  const signatures = count('Signature');
  if (signatures > MAX_SIGNATURES)
    throw new XmlRejected(
      sentence(
        'company.signatureShape.tooMany',
        'The response has too many signatures. The limit is {count}.',
        {
          count: MAX_SIGNATURES,
        },
      ),
    );
  if (['SignedInfo', 'Reference', 'Transforms'].some((name) => count(name) > signatures))
    throw new XmlRejected(
      sentence('company.signatureShape.severalReferences', 'A signature has more than one reference.'),
    );
  const transforms = elements.filter(({ name }) => name === 'Transforms');
  if (transforms.some((one) => childrenOf(one, XMLDSIG, 'Transform').length > MAX_TRANSFORMS))
    throw new XmlRejected(
      sentence(
        'company.signatureShape.tooManyTransforms',
        'A signature has too many transforms. The limit is {count}.',
        {
          count: MAX_TRANSFORMS,
        },
      ),
    );
  const prefixes = elements
    .filter(({ name, namespace }) => name === 'InclusiveNamespaces' && namespace === EXCLUSIVE_C14N)
    .map(({ attributes }) => (attributes['PrefixList'] ?? '').split(/\s/).length);
  if (prefixes.some((one) => one > MAX_PREFIXES) || prefixes.length > MAX_SIGNATURES * MAX_TRANSFORMS + 2)
    throw new XmlRejected(
      sentence(
        'company.signatureShape.tooManyPrefixes',
        'A signature lists too many namespace prefixes. The limit is {count}.',
        {
          count: MAX_PREFIXES,
        },
      ),
    );
}
