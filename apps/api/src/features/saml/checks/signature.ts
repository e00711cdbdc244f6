import { CheckFailed, quote, required, type Check, type Examination } from '../examination.ts';
import { mayHaveSigned } from '../genuine-signature.ts';
import { verifyResponse } from '../saml-library.ts';
import { readXml } from '../xml-document.ts';
import { destination } from './destination.ts';
import { issuer } from './issuer.ts';
import { status } from './status.ts';

/**
 * The signatures are right and made by a registered key. From here on only what they cover is read: what was looked at
 * before is looked at again.
 */
export const signature: Check = async (examination) => {
  const { response, assertion, rejection } = await verify(examination);
  if (assertion === undefined)
    throw new CheckFailed(
      'signature',
      `The signature is not accepted (${quote(rejection)}). ${whatIsSigned(examination)} Check that the certificate registered here is the one the identity provider signs with.`,
    );
  examination.assertion = assertion;
  examination.assertionId = assertion.attributes['ID'] ?? '';
  if (response !== undefined) examination.response = response;
  if (rejection !== undefined) examination.libraryRejection = rejection;
  if (examination.testedById === undefined)
    for (const check of [status, destination, issuer]) await check(examination);
  return { detail: 'The signature is right.' };
};

/** What is signed by a registered key, read anew; `rejection` says why the library does not accept the message. */
async function verify(examination: Examination) {
  const received = required(examination.response);
  const { connection, request, decryptionKey, now } = examination;
  if (connection.idpCertificates.length === 0)
    throw new CheckFailed(
      'signature',
      'No certificate of this identity provider is registered that can be read.',
    );
  const idpCertificates = connection.idpCertificates.filter((pem) => mayHaveSigned(pem, received));
  if (idpCertificates.length === 0) return { rejection: 'No registered key made its signature' };
  const { responseXml, assertionXml, rejection } = await verifyResponse({
    connection: { ...connection, idpCertificates },
    response: Buffer.from(required(examination.xml)).toString('base64'),
    requestId: request?.requestId,
    privateKey: decryptionKey,
    now,
  });
  return {
    response: responseXml === undefined ? undefined : readXml(responseXml),
    assertion: assertionXml === undefined ? undefined : readXml(assertionXml),
    rejection,
  };
}

function whatIsSigned({ idp }: Examination): string {
  if (!idp.isResponseSigned) return 'The assertion must be signed.';
  return idp.isAssertionSigned
    ? 'Response and assertion must both be signed.'
    : 'The response must be signed as a whole.';
}
