import { digests, EXCLUSIVE_C14N, signatureKinds, transforms } from '../accepted-algorithms.ts';
import { CheckFailed, quote, required, type Check } from '../examination.ts';
import { allElements } from '../xml-document.ts';

/** What each element of a signature may name. */
const allowed: Record<string, readonly string[]> = {
  SignatureMethod: Object.keys(signatureKinds),
  DigestMethod: Object.keys(digests),
  CanonicalizationMethod: [EXCLUSIVE_C14N],
  Transform: transforms,
};

export const algorithms: Check = (examination) => {
  for (const { name, attributes } of allElements(required(examination.response))) {
    const algorithm = attributes['Algorithm'];
    if (Object.hasOwn(allowed, name) && !allowed[name]?.includes(algorithm ?? ''))
      throw new CheckFailed(
        'algorithms',
        `The ${name} ${quote(algorithm)} is not accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and exclusive canonicalization.`,
      );
  }
  return { detail: 'The signatures use accepted algorithms.' };
};
