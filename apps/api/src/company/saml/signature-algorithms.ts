import { createHash, verify, type KeyLike } from 'node:crypto';
import {
  createOptionalCallbackFunction,
  SignedXml,
  type HashAlgorithm,
  type SignatureAlgorithm,
} from 'xml-crypto';
import { readCertificate } from '../settings/read-certificate.ts';
import {
  acceptedCurves,
  digests,
  signatureKinds,
  transforms,
  type SignatureKind,
} from './accepted-algorithms.ts';

/**
 * By default, xml-crypto accepts SHA-1 and supports neither ECDSA nor SHA-384. The SAML library creates its
 * `SignedXml` internally, so this sets the algorithms when a signature is loaded. Signing does not change.
 */
export function acceptOurAlgorithms(): void {
  const load = SignedXml.prototype.loadSignature;
  SignedXml.prototype.loadSignature = function (this: SignedXml, node) {
    const known = Object.entries(this.CanonicalizationAlgorithms);
    this.CanonicalizationAlgorithms = Object.fromEntries(known.filter(([uri]) => transforms.includes(uri)));
    this.HashAlgorithms = hashAlgorithms;
    this.SignatureAlgorithms = signatureAlgorithms;
    this.idAttributes = ID_ATTRIBUTES;
    load.call(this, node);
  };
}

/**
 * The only attribute that SAML references use (core 5.4.2). The library searches the whole document for each name in
 * this list.
 */
const ID_ATTRIBUTES = ['ID'];

const hashAlgorithms: Record<string, new () => HashAlgorithm> = Object.fromEntries(
  Object.entries(digests).map(([uri, digest]) => [
    uri,
    class implements HashAlgorithm {
      getAlgorithmName = () => uri;
      getHash = (xml: string) => createHash(digest).update(xml, 'utf8').digest('base64');
    },
  ]),
);

const signatureAlgorithms: Record<string, new () => SignatureAlgorithm> = Object.fromEntries(
  Object.entries(signatureKinds).map(([uri, kind]) => [
    uri,
    class implements SignatureAlgorithm {
      getAlgorithmName = () => uri;
      getSignature = createOptionalCallbackFunction((): string => {
        throw new Error('Nothing is signed with what was loaded to be checked.');
      });
      verifySignature = createOptionalCallbackFunction((material: string, key: KeyLike, value: string) =>
        isSigned(kind, material, key, value),
      );
    },
  ]),
);

/** ECDSA values are r and s concatenated (RFC 9231, 2.3.6). */
function isSigned({ key: wanted, digest }: SignatureKind, material: string, pem: KeyLike, value: string) {
  // The library passes a certificate of the connection as the key (saml-library.ts).
  const key = typeof pem === 'string' ? readCertificate(pem)?.publicKey : undefined;
  if (key?.asymmetricKeyType !== wanted) return false;
  if (wanted === 'ec' && !acceptedCurves.includes(key.asymmetricKeyDetails?.namedCurve ?? '')) return false;
  return verify(
    digest,
    Buffer.from(material),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(value, 'base64'),
  );
}
