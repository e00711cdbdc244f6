import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, CheckSkipped, passed, quote, type Passed } from '../check.ts';
import { mayHaveSigned } from '../signature-value.ts';
import type { PendingRequest } from '../request-cookies.ts';
import { verifyResponse } from '../saml-library.ts';
import type { Authenticated, Parsed, Posted } from '../stages.ts';
import { readXml } from '../xml-document.ts';

const fail = (...said: Sentence[]) => new CheckFailed('signature', said);

export async function signature(
  parsed: Parsed,
  answered: PendingRequest | undefined,
  { connection, idp, now }: Posted,
): Promise<Passed<Authenticated>> {
  if (connection.idpCertificates.length === 0)
    throw fail(
      sentence(
        'company.signature.noCertificate',
        'No readable certificate is registered for this identity provider.',
      ),
      sentence('company.sendMetadata', 'Send our support team your identity provider’s current metadata.'),
    );
  const idpCertificates = connection.idpCertificates.filter((pem) => mayHaveSigned(pem, parsed.response));
  const { responseXml, assertionXml, rejection } =
    idpCertificates.length === 0
      ? { rejection: undefined }
      : await verifyResponse({
          connection: { ...connection, idpCertificates },
          response: Buffer.from(parsed.xml).toString('base64'),
          requestId: answered?.requestId,
          privateKey: parsed.decryptionKey,
          now,
        });
  if (assertionXml === undefined)
    throw fail(
      idpCertificates.length === 0
        ? sentence(
            'company.signature.noMatchingKey',
            'The signature doesn’t match any registered certificate.',
          )
        : sentence('company.signature.rejected', 'The signature isn’t accepted ({reason}).', {
            reason: quote(rejection),
          }),
      requiredSignatures(idp),
      sentence(
        'company.signature.howToFix',
        'Check that the certificate registered here is the one the identity provider signs with.',
      ),
    );
  return passed(sentence('company.signature.passed', 'The signature is valid.'), {
    response: responseXml === undefined ? parsed.response : readXml(responseXml),
    assertion: readXml(assertionXml),
    libraryRejection: rejection,
  });
}

/**
 * Lets the checks after a failed "signature" use the unverified content in an owner's test, so that one report shows
 * all faults. Throws `CheckSkipped` if there is no assertion.
 */
export function withoutVerification({ response, assertion }: Parsed): Authenticated {
  if (!assertion) throw new CheckSkipped();
  return { response, assertion, libraryRejection: undefined };
}

function requiredSignatures({ isResponseSigned, isAssertionSigned }: Posted['idp']): Sentence {
  if (!isResponseSigned)
    return sentence('company.signature.assertionUnsigned', 'The assertion must be signed.');
  return isAssertionSigned
    ? sentence('company.signature.bothRequired', 'The response and the assertion must both be signed.')
    : sentence('company.signature.responseUnsigned', 'The response must be signed as a whole.');
}
