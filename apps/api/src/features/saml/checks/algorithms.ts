import { CheckFailed, quote, required, type Check } from '../examination.ts';
import { allElements } from '../xml-document.ts';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/** What signatures may be made with (RFC 9231): no SHA-1, no HMAC, no other transform than the two SAML asks for. */
const allowed: Record<string, readonly string[]> = {
  SignatureMethod: ['rsa', 'ecdsa'].flatMap((key) =>
    ['256', '384', '512'].map((size) => `${MORE}${key}-sha${size}`),
  ),
  DigestMethod: [`${ENCRYPTION}sha256`, `${MORE}sha384`, `${ENCRYPTION}sha512`],
  CanonicalizationMethod: [EXCLUSIVE_C14N],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE_C14N],
};

export const algorithms: Check = (examination) => {
  for (const { name, attributes } of allElements(required(examination.response))) {
    const algorithm = attributes['Algorithm'];
    if (Object.hasOwn(allowed, name) && !allowed[name]?.includes(algorithm ?? ''))
      throw new CheckFailed(
        'algorithms',
        `The ${name} ${quote(algorithm)} is not accepted. Sign with RSA-SHA256 and exclusive canonicalization.`,
      );
  }
  return { detail: 'The signatures use accepted algorithms.' };
};
