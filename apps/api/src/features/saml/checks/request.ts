import { CheckFailed, quote, required, type Check, type Examination } from '../examination.ts';
import { allElements } from '../xml-document.ts';

const fail = (detail: string) => new CheckFailed('request', detail);

const NONE_OPEN =
  'No sign-in of this browser is open: it is not the one that asked, kept no cookie, or took over ten minutes. Start the sign-in here and allow cookies.';

/** There is something that it could answer, or it may come unasked: known before the response is looked at. */
export const asked: Check = ({ openRequests, idp }) => {
  if (openRequests.length === 0 && !(idp.isIdpInitiatedAllowed && idp.isEnabled)) throw fail(NONE_OPEN);
  return { detail: 'A sign-in of this browser is open, or none need be.' };
};

/**
 * It answers a sign-in that this browser asked for, within its time (SAML profiles 4.1.4.3); or it is unsolicited, and
 * that is allowed for this identity provider.
 */
export const request: Check = (examination) => {
  const { openRequests, testedById } = examination;
  const { InResponseTo: answered } = required(examination.response).attributes;
  if (answered === undefined) return acceptUnsolicited(examination);
  if (openRequests.length === 0) throw fail(NONE_OPEN);
  const pending = examination.request;
  if (testedById !== undefined && pending && pending.requestId !== answered)
    throw fail(`It answers another sign-in than this test, with the ID ${quote(answered)}.`);
  const found = openRequests.find(({ requestId }) => requestId === answered);
  if (!found)
    throw fail(
      `No open sign-in of this browser has the ID ${quote(answered)}. Start again; it is open for ten minutes.`,
    );
  examination.request = found;
  if (found.testedById) examination.testedById = found.testedById;
  else requireEnabled(examination);
  return { detail: 'It answers the sign-in that this browser asked for.' };
};

function acceptUnsolicited(examination: Examination) {
  const isAnswerInside = allElements(required(examination.response)).some(
    ({ attributes }) => attributes['InResponseTo'] !== undefined,
  );
  if (isAnswerInside) throw fail('InResponseTo is in the assertion but not in the response.');
  if (examination.testedById !== undefined)
    throw fail('The response does not say which sign-in it answers: InResponseTo is missing.');
  if (!examination.idp.isIdpInitiatedAllowed)
    throw fail('It answers no sign-in, and starting at the identity provider is not allowed here.');
  requireEnabled(examination);
  delete examination.request;
  return { detail: 'It was started at the identity provider, which is allowed.' };
}

function requireEnabled({ idp }: Examination): void {
  if (!idp.isEnabled) throw fail('This identity provider is switched off.');
}
