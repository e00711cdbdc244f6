import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { PendingRequest, TestRequest } from '../request-cookies.ts';
import type { Parsed, Posted } from '../stages.ts';
import { allElements, type XmlElement } from '../xml-document.ts';

/** Thrown for a response that answers an owner's test but comes without the test's RelayState. */
export class TestAnswered extends Error {
  readonly test: TestRequest;

  constructor(test: TestRequest) {
    super('a test is answered');
    this.test = test;
  }
}

export function isTest(request: PendingRequest): request is TestRequest {
  return request.testedById !== null;
}

const fail = (said: Sentence) => new CheckFailed('request', [said]);

const NONE_OPEN = sentence(
  'company.request.noOpenSignIn',
  'We couldn’t find the sign-in that this response answers. It was started in another browser or more than ten minutes ago, or this browser didn’t keep our cookie. Start again here and allow cookies.',
);

/** Rejects a response before it is parsed if no request is open and the provider may not send unsolicited responses. */
export function requireOpenRequest({ openRequests, idp }: Posted): void {
  if (openRequests.length === 0 && !(idp.isIdpInitiatedAllowed && idp.isEnabled)) throw fail(NONE_OPEN);
}

/**
 * Returns the open, unexpired request of this browser that the response answers (SAML profiles 4.1.4.3). A response
 * that names no request passes only if the identity provider may send unsolicited responses. Also throws
 * `TestAnswered`.
 */
export function request({ response }: Parsed, posted: Posted): Passed<PendingRequest | undefined> {
  const { openRequests, test } = posted;
  const { InResponseTo: answered } = response.attributes;
  if (answered === undefined) return acceptUnsolicited(response, posted);
  if (openRequests.length === 0) throw fail(NONE_OPEN);
  if (test && test.requestId !== answered)
    throw fail(
      sentence(
        'company.request.otherThanTest',
        'The response answers the sign-in with the ID {id}, not this test.',
        { id: quote(answered) },
      ),
    );
  const found = openRequests.find(({ requestId }) => requestId === answered);
  if (!found)
    throw fail(
      sentence(
        'company.request.unknownRequestId',
        'This browser has no open sign-in with the ID {id}. Start again, and finish within ten minutes.',
        {
          id: quote(answered),
        },
      ),
    );
  if (!test && isTest(found)) throw new TestAnswered(found);
  if (!test) requireEnabled(posted);
  return passed(
    sentence(
      'company.request.answersThisSignIn',
      'The response answers the sign-in that this browser started.',
    ),
    found,
  );
}

function acceptUnsolicited(response: XmlElement, posted: Posted): Passed<undefined> {
  if (allElements(response).some(({ attributes }) => attributes['InResponseTo'] !== undefined))
    throw fail(
      sentence(
        'company.request.onlyInAssertion',
        'InResponseTo is in the assertion but not in the response. Send it in both.',
      ),
    );
  if (posted.test)
    throw fail(
      sentence(
        'company.request.inResponseToMissing',
        'The response doesn’t say which sign-in it answers: InResponseTo is missing.',
      ),
    );
  if (!posted.idp.isIdpInitiatedAllowed)
    throw fail(
      sentence(
        'company.request.idpInitiatedRefused',
        'The response answers no sign-in, and IdP-initiated login isn’t allowed here.',
      ),
    );
  requireEnabled(posted);
  return passed(
    sentence(
      'company.request.idpInitiatedAllowed',
      'The sign-in started at the identity provider, which is allowed.',
    ),
    undefined,
  );
}

function requireEnabled({ idp }: Posted): void {
  if (!idp.isEnabled)
    throw fail(sentence('company.request.switchedOff', 'This identity provider is turned off.'));
}
