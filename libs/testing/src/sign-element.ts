import { createHash, sign as signWith, type BinaryLike, type KeyLike } from 'node:crypto';
import {
  createOptionalCallbackFunction,
  SignedXml,
  type HashAlgorithm,
  type SignatureAlgorithm,
} from 'xml-crypto';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export interface SignatureOptions {
  privateKey?: string;
  /** The certificate in KeyInfo (PEM). `null` leaves KeyInfo out. */
  keyInfo?: string | null;
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  canonicalizationAlgorithm?: string;
  transforms?: string[];
}

/** Signature algorithms of RFC 9231 that xml-crypto lacks. The signature value of ECDSA is r followed by s. */
const moreSignatures = Object.fromEntries(
  ['rsa-sha384', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'].map((name) => {
    const uri = `http://www.w3.org/2001/04/xmldsig-more#${name}`;
    const digest = name.slice(name.indexOf('-') + 1);
    return [
      uri,
      class implements SignatureAlgorithm {
        getAlgorithmName = () => uri;
        getSignature = createOptionalCallbackFunction((text: BinaryLike, key: KeyLike) =>
          signWith(digest, Buffer.from(String(text)), {
            key: String(key),
            dsaEncoding: 'ieee-p1363',
          }).toString('base64'),
        );
        verifySignature = createOptionalCallbackFunction((): boolean => false);
      },
    ];
  }),
);

class Sha384 implements HashAlgorithm {
  getAlgorithmName = () => SHA384;
  getHash = (xml: string) => createHash('sha384').update(xml, 'utf8').digest('base64');
}

/**
 * Signs the element with this ID and inserts the signature after its Issuer (SAML core 5.4), or first if it has none.
 */
export function signElement(
  idp: { privateKey: string; certificate: string },
  xml: string,
  id: string,
  options: SignatureOptions = {},
): string {
  const {
    privateKey = idp.privateKey,
    keyInfo = idp.certificate,
    signatureAlgorithm = RSA_SHA256,
    digestAlgorithm = SHA256,
    canonicalizationAlgorithm = EXCLUSIVE_C14N,
    transforms = [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N],
  } = options;
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm,
    canonicalizationAlgorithm,
    ...(keyInfo === null ? { getKeyInfoContent: SignedXml.noop } : { publicCert: keyInfo }),
  });
  if (signatureAlgorithm.includes('hmac')) signer.enableHMAC();
  Object.assign(signer.SignatureAlgorithms, moreSignatures);
  Object.assign(signer.HashAlgorithms, { [SHA384]: Sha384 });
  const element = `//*[@ID='${id}']`;
  const hasIssuer = new RegExp(`<samlp?:\\w+ [^>]*ID="${id}"[^>]*><saml:Issuer>`).test(xml);
  signer.addReference({ xpath: element, transforms, digestAlgorithm });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: hasIssuer
      ? { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' }
      : { reference: element, action: 'prepend' },
  });
  return signer.getSignedXml();
}
