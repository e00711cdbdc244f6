import { sentence } from '@foyer/catalog/words/sentence';
import { digests, EXCLUSIVE_C14N, signatureKinds, transforms } from '../accepted-algorithms.ts';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { Parsed } from '../stages.ts';
import { allElements } from '../xml-document.ts';

const allowed: Record<string, readonly string[]> = {
  SignatureMethod: Object.keys(signatureKinds),
  DigestMethod: Object.keys(digests),
  CanonicalizationMethod: [EXCLUSIVE_C14N],
  Transform: transforms,
};

export function algorithms({ response }: Parsed): Passed {
  for (const { name, attributes } of allElements(response)) {
    const algorithm = attributes['Algorithm'];
    if (Object.hasOwn(allowed, name) && !allowed[name]?.includes(algorithm ?? ''))
      throw new CheckFailed('algorithms', [
        sentence('company.algorithms.notAccepted', 'The {name} {algorithm} isn’t accepted.', {
          name,
          algorithm: quote(algorithm),
        }),
        sentence(
          'company.algorithms.howToFix',
          'Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
        ),
      ]);
  }
  return passed(sentence('company.algorithms.passed', 'The signatures use accepted algorithms.'));
}
