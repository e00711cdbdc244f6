import { CheckFailed, CheckSkipped, passed, quote, type Passed } from '../check.ts';
import { mayHaveSigned } from '../genuine-signature.ts';
import type { PendingRequest } from '../request-cookies.ts';
import { verifyResponse } from '../saml-library.ts';
import type { Authenticated, Parsed, Posted } from '../stages.ts';
import { readXml } from '../xml-document.ts';

const fail = (detail: string) => new CheckFailed('signature', detail);

/** The signatures are right and made by a registered key. Finds what they cover. */
export async function signature(
  parsed: Parsed,
  answered: PendingRequest | undefined,
  { connection, idp, now }: Posted,
): Promise<Passed<Authenticated>> {
  if (connection.idpCertificates.length === 0)
    throw fail('No certificate of this identity provider is registered that can be read.');
  const idpCertificates = connection.idpCertificates.filter((pem) => mayHaveSigned(pem, parsed.response));
  const { responseXml, assertionXml, rejection } =
    idpCertificates.length === 0
      ? { rejection: 'No registered key made its signature' }
      : await verifyResponse({
          connection: { ...connection, idpCertificates },
          response: Buffer.from(parsed.xml).toString('base64'),
          requestId: answered?.requestId,
          privateKey: parsed.decryptionKey,
          now,
        });
  if (assertionXml === undefined)
    throw fail(
      `The signature is not accepted (${quote(rejection)}). ${whatIsSignedBy(idp)} Check that the certificate registered here is the one the identity provider signs with.`,
    );
  return passed('The signature is right.', {
    response: responseXml === undefined ? parsed.response : readXml(responseXml),
    assertion: readXml(assertionXml),
    libraryRejection: rejection,
  });
}

/** For the later checks of a test whose signature failed, so that one report shows all faults. */
export function asReceived({ response, assertion }: Parsed): Authenticated {
  if (!assertion) throw new CheckSkipped();
  return { response, assertion, libraryRejection: undefined };
}

function whatIsSignedBy({ isResponseSigned, isAssertionSigned }: Posted['idp']): string {
  if (!isResponseSigned) return 'The assertion must be signed.';
  return isAssertionSigned
    ? 'Response and assertion must both be signed.'
    : 'The response must be signed as a whole.';
}
