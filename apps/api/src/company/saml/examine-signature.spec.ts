import { describe, expect, it } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import { makeEcKeyPair, type ResponseOptions } from '@foyer/testing/test-idp';
import {
  change,
  type Changes,
  rejectionOf,
  rival,
  freezeClock,
} from '../../test-support/saml/test-examine.ts';

freezeClock();

const CERTIFICATE_HINT =
  'Check that the certificate registered here is the one the identity provider signs with.';

/**
 * Each row: a fault, the options of the response, the check that fails, the full text of the failure, other changes.
 */
const rejections: [string, ResponseOptions, SsoCheck, string, Changes?][] = [
  [
    'a weak signature method',
    { signature: { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } },
    'algorithms',
    'The SignatureMethod “http://www.w3.org/2000/09/xmldsig#rsa-sha1” isn’t accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
  ],
  [
    'a weak digest method',
    { signature: { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' } },
    'algorithms',
    'The DigestMethod “http://www.w3.org/2000/09/xmldsig#sha1” isn’t accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
  ],
  [
    'another canonicalization',
    { afterSigning: (xml) => xml.replace(/(CanonicalizationMethod Algorithm="[^"]*)/, '$1WithComments') },
    'algorithms',
    'The CanonicalizationMethod “http://www.w3.org/2001/10/xml-exc-c14n#WithComments” isn’t accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
  ],
  [
    'another transform',
    { afterSigning: (xml) => xml.replace(/(<ds:Transform Algorithm=")[^"]*/, '$1http://other.test/') },
    'algorithms',
    'The Transform “http://other.test/” isn’t accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
  ],
  [
    'a digest method without a name',
    { afterSigning: (xml) => xml.replace(/<ds:DigestMethod [^>]*\/>/, '<ds:DigestMethod/>') },
    'algorithms',
    'The DigestMethod (none) isn’t accepted. Sign with RSA-SHA256 or ECDSA-SHA256, and use SHA-256 digests and exclusive canonicalization.',
  ],
  [
    'no readable certificate',
    {},
    'signature',
    'No readable certificate is registered for this identity provider. Send our support team your identity provider’s current metadata.',
    { idp: { certificates: ['-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'] } },
  ],
  [
    'no signature',
    { sign: { response: false, assertion: false } },
    'signature',
    `The signature doesn’t match any registered certificate. The response and the assertion must both be signed. ${CERTIFICATE_HINT}`,
  ],
  [
    'a signature of the response alone',
    { sign: { assertion: false } },
    'signature',
    `The signature isn’t accepted (“Invalid signature”). The response and the assertion must both be signed. ${CERTIFICATE_HINT}`,
  ],
  [
    'a signature of the assertion alone, where the response must be signed',
    { sign: { response: false } },
    'signature',
    `The signature isn’t accepted (“Invalid document signature”). The response must be signed as a whole. ${CERTIFICATE_HINT}`,
    { idp: { isAssertionSigned: false } },
  ],
  [
    'a signature of the response alone, where the assertion must be signed',
    { sign: { assertion: false } },
    'signature',
    `The signature isn’t accepted (“Invalid signature”). The assertion must be signed. ${CERTIFICATE_HINT}`,
    { idp: { isResponseSigned: false } },
  ],
];

describe('the examination of a signature [asvs 6.8.2, 9.1.1, 9.1.2, 11.4.3]', () => {
  it.each(rejections)('explains a rejection: %s', async (_what, options, check, message, changes = {}) => {
    expect(await rejectionOf(options, changes)).toEqual([check, message]);
  });

  it('rejects a signature of a foreign key [asvs 9.1.3]', async () => {
    const signature = { privateKey: rival.privateKey, keyInfo: rival.certificate };
    const refused = [
      'signature',
      `The signature doesn’t match any registered certificate. The response and the assertion must both be signed. ${CERTIFICATE_HINT}`,
    ];
    expect(await rejectionOf({ signature })).toEqual(refused);
    // An ECDSA signature value does not show which key made it, so only the library can reject a foreign one.
    const { certificate } = await makeEcKeyPair('P-256');
    const ecdsa = { idp: { certificates: [certificate] } };
    expect((await rejectionOf({ signature }, ecdsa))[1]).toContain('(“Invalid document signature”)');
    expect(await rejectionOf({ sign: { response: false, assertion: false } }, ecdsa)).toEqual(refused);
  });

  it.each(["' or '1'='1", '&quot; or &quot;1'])(
    'rejects a signature of an ID with a quotation mark: %s [asvs 1.2.7]',
    async (text) => {
      // The library puts a reference's ID into an XPath expression, which a quotation mark could change.
      const afterSigning = (xml: string) => change(xml, /URI="#[^"]+/, `$&${text}`);
      const [check, message] = await rejectionOf({ afterSigning });
      expect([check, message]).toEqual([
        'signature',
        expect.stringContaining('ref URI included quote character'),
      ]);
    },
  );
});

describe('signatures that are expensive to verify', () => {
  const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const EXCLUSIVE = 'xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#"';
  const added = (inside: string, before: string | RegExp = '</samlp:Response>') => ({
    afterSigning: (xml: string) => change(xml, before, `${inside}$&`),
  });
  const prefixes = (count: number) => Array.from({ length: count }, (_, number) => `p${number}`).join(' ');
  const naming = (count: number, times = 1) =>
    added(`<ec:InclusiveNamespaces ${EXCLUSIVE} PrefixList="${prefixes(count)}"/>`.repeat(times));
  const ONE_REFERENCE = 'A signature has more than one reference.';
  const PREFIXES = 'A signature lists too many namespace prefixes. The limit is 32.';

  it.each<[string, ResponseOptions, string]>([
    [
      'three signatures',
      added(`<ds:Signature ${DS}/>`),
      'The response has too many signatures. The limit is 2.',
    ],
    ['two SignedInfo elements', added(`<ds:SignedInfo ${DS}/>`), ONE_REFERENCE],
    ['two Reference elements', added(`<ds:Reference ${DS}/>`), ONE_REFERENCE],
    ['two Transforms elements', added(`<ds:Transforms ${DS}/>`), ONE_REFERENCE],
    [
      'three transforms',
      added('<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>', '</ds:Transforms>'),
      'A signature has too many transforms. The limit is 2.',
    ],
    ['33 namespace prefixes', naming(33), PREFIXES],
    ['seven lists of namespace prefixes', naming(1, 7), PREFIXES],
  ])('are not verified: %s', async (_what, options, message) => {
    expect(await rejectionOf(options)).toEqual(['xml', message]);
  });

  it('are verified up to the limits', async () => {
    for (const options of [naming(32), naming(1, 6)])
      expect((await rejectionOf(options))[0]).toBe('signature');
    const elsewhere = `<InclusiveNamespaces xmlns="urn:a" PrefixList="${prefixes(33)}"/>`;
    expect((await rejectionOf(added(elsewhere)))[0]).toBe('signature');
  });
});
