import {
  CheckFailed,
  inThread,
  quote,
  required,
  type Check,
  type Examination,
  type Tools,
} from '../examination.ts';
import { destination } from './destination.ts';
import { issuer } from './issuer.ts';
import { status } from './status.ts';

/**
 * The signatures are right and made by a registered key. From here on only what they cover is read: what was looked at
 * before is looked at again.
 */
export const signature: Check = async (examination, tools) => {
  const { response, assertion, refusal } = await verify(examination, tools);
  if (assertion === undefined)
    throw new CheckFailed(
      'signature',
      `The signature is not accepted (${quote(refusal)}). ${whatIsSigned(examination)} Check that the certificate registered here is the one the identity provider signs with.`,
    );
  examination.assertion = assertion;
  if (response !== undefined) examination.response = response;
  examination.isVerified = true;
  if (refusal !== undefined) examination.libraryRefusal = refusal;
  if (examination.testedById === undefined)
    for (const check of [status, destination, issuer]) await check(examination, tools);
  return { detail: 'The signature is right.' };
};

async function verify(examination: Examination, { threads }: Tools) {
  required(examination.response);
  const { connection, request, lane, now } = examination;
  if (connection.idpCertificates.length === 0)
    throw new CheckFailed(
      'signature',
      'No certificate of this identity provider is registered that can be read.',
    );
  const task = { connection, xml: required(examination.xml), requestId: request?.requestId, now };
  return inThread('signature', threads.run('readSigned', task, lane));
}

function whatIsSigned({ idp }: Examination): string {
  if (!idp.isResponseSigned) return 'The assertion must be signed.';
  return idp.isAssertionSigned
    ? 'Response and assertion must both be signed.'
    : 'The response must be signed as a whole.';
}
