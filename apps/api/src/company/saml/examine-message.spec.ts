import { describe, expect, it } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import { postable, type ResponseOptions } from '@foyer/testing/test-idp';
import {
  ACS,
  type Changes,
  withOpenRequests,
  post,
  rejectionOf,
  replacing,
  RESPONDER,
  SET_ACS,
  freezeClock,
  UNSOLICITED,
} from '../../test-support/saml/test-examine.ts';
import { examine } from './examine.ts';
import type { Posted } from './stages.ts';

freezeClock();

const OTHER_ASSERTION = '<saml:Assertion ID="_other"/>';

/**
 * Each row: a fault, the options of the response, the check that fails, the full text of the failure, other changes.
 */
const rejections: [string, ResponseOptions, SsoCheck, string, Changes?][] = [
  [
    'another kind of message',
    replacing(/<samlp:Response (.*)<\/samlp:Response>/s, '<samlp:LogoutResponse $1</samlp:LogoutResponse>'),
    'xml',
    'Expected a SAML response, but received “LogoutResponse”.',
  ],
  [
    'a response of another namespace',
    { sign: { response: false, assertion: false }, ...replacing('SAML:2.0:protocol', 'SAML:2.0:other') },
    'xml',
    'Expected a SAML response, but received “Response”.',
  ],
  ['another version', replacing('Version="2.0"', 'Version="2.1"'), 'xml', 'The response isn’t SAML 2.0.'],
  [
    'two assertions',
    replacing('</samlp:Response>', `${OTHER_ASSERTION}</samlp:Response>`),
    'xml',
    'The response has more than one assertion. Send exactly one.',
  ],
  [
    'an assertion inside the assertion',
    replacing('</saml:Assertion>', `${OTHER_ASSERTION}</saml:Assertion>`),
    'xml',
    'The response has more than one assertion. Send exactly one.',
  ],
  [
    'the same ID twice',
    { sign: { response: false }, responseId: '_1', assertionId: '_1' },
    'xml',
    'Two elements have the same ID.',
  ],
  [
    'an encrypted assertion in addition to a plain one',
    replacing('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
    'xml',
    'The assertion is encrypted, but this connection doesn’t use encryption. Turn off encryption, or ask our support team to turn it on here.',
  ],
  [
    'an unencrypted assertion where encryption is required',
    {},
    'xml',
    'The assertion isn’t encrypted, but this connection requires it. Turn on encryption.',
    { idp: { isAssertionEncrypted: true } },
  ],
  [
    'no open sign-in',
    {},
    'request',
    'We couldn’t find the sign-in that this response answers. It was started in another browser or more than ten minutes ago, or this browser didn’t keep our cookie. Start again here and allow cookies.',
    withOpenRequests(),
  ],
  [
    'a response to another sign-in',
    { inResponseTo: '_other' },
    'request',
    'This browser has no open sign-in with the ID “_other”. Start again, and finish within ten minutes.',
  ],
  [
    'an unsolicited response',
    UNSOLICITED,
    'request',
    'The response answers no sign-in, and IdP-initiated login isn’t allowed here.',
  ],
  [
    'a sign-in’s ID in the assertion alone',
    { responseInResponseTo: null },
    'request',
    'InResponseTo is in the assertion but not in the response. Send it in both.',
    { idp: { isIdpInitiatedAllowed: true } },
  ],
  [
    'a provider that is switched off',
    {},
    'request',
    'This identity provider is turned off.',
    { idp: { isEnabled: false } },
  ],
  [
    'an unsolicited response of a provider that may send them but is switched off',
    UNSOLICITED,
    'request',
    'This identity provider is turned off.',
    { idp: { isEnabled: false, isIdpInitiatedAllowed: true } },
  ],
  [
    'a login that failed',
    { status: RESPONDER },
    'status',
    `The identity provider reports “${RESPONDER}”. The identity provider’s log shows the reason.`,
  ],
  [
    'a login that failed with a reason',
    {
      status: RESPONDER,
      ...replacing('</samlp:Status>', '<samlp:StatusMessage>No.</samlp:StatusMessage></samlp:Status>'),
    },
    'status',
    `The identity provider reports “${RESPONDER}”, “No.”. The identity provider’s log shows the reason.`,
  ],
  [
    'no status',
    replacing(/<samlp:Status>.*<\/samlp:Status>/, ''),
    'status',
    'The identity provider reports (none). The identity provider’s log shows the reason.',
  ],
  [
    'two status codes',
    replacing(/<samlp:StatusCode [^>]*>/, '$&$&'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. The identity provider’s log shows the reason.',
  ],
  [
    'two statuses, of which one has a code',
    replacing('<samlp:Status>', '<samlp:Status/><samlp:Status>'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. The identity provider’s log shows the reason.',
  ],
  [
    'another destination',
    { destination: `${ACS}/` },
    'destination',
    `The Destination is “${ACS}/”. Expected: “${ACS}”. ${SET_ACS}`,
  ],
  [
    'no destination',
    { destination: null },
    'destination',
    `The Destination is (none). Expected: “${ACS}”. ${SET_ACS}`,
  ],
];

describe('the examination of a message', () => {
  it.each(rejections)('explains a rejection: %s', async (_what, options, check, message, changes = {}) => {
    expect(await rejectionOf(options, changes)).toEqual([check, message]);
  });

  it('shortens the received text that it quotes', async () => {
    const [, message] = await rejectionOf({ destination: 'x'.repeat(301) });
    expect(message).toContain(`The Destination is “${'x'.repeat(300)}”.`);
    const odd = `<${'y'.repeat(61)}/>`;
    expect(await examine(post(odd))).toMatchObject({
      failed: { message: `Expected a SAML response, but received “${'y'.repeat(60)}”.` },
    });
  });

  const fields = (form: Posted['form'], more: Partial<Posted> = {}) => ({ posted: { form, ...more } });
  const one = 'Send exactly one SAMLResponse and at most one RelayState.';
  it.each<[string, Changes, (string | undefined)[]]>([
    [
      'a body that is too large',
      fields('too large'),
      ['form', 'The request body is too large.', 'BodyTooLarge'],
    ],
    [
      'no form',
      fields(undefined),
      ['form', 'The request body isn’t a form, or has too many fields. Use the HTTP-POST binding.'],
    ],
    [
      'a query',
      { posted: { hasQuery: true } },
      ['form', 'The URL has a query. Use the ACS URL exactly as given.'],
    ],
    [
      'no response',
      fields({ responses: [], relayStates: [] }),
      ['form', `Number of fields: 0 SAMLResponse, 0 RelayState. ${one}`],
    ],
    [
      'two responses',
      fields({ responses: ['a', 'b'], relayStates: ['c'] }),
      ['form', `Number of fields: 2 SAMLResponse, 1 RelayState. ${one}`],
    ],
    [
      'two RelayStates',
      fields({ responses: ['a'], relayStates: ['b', 'c'] }),
      ['form', `Number of fields: 1 SAMLResponse, 2 RelayState. ${one}`],
    ],
    [
      'an empty response',
      fields({ responses: [''], relayStates: [] }),
      ['encoding', 'The SAMLResponse field isn’t base64. Don’t compress it.'],
    ],
    [
      'a response that is not base64',
      fields({ responses: ['YQ='], relayStates: [] }),
      ['encoding', 'The SAMLResponse field isn’t base64. Don’t compress it.'],
    ],
    [
      'a response that is not UTF-8',
      fields({ responses: [Buffer.from([0xff]).toString('base64')], relayStates: [] }),
      ['encoding', 'The response isn’t UTF-8.'],
    ],
    [
      'a response that is not XML',
      fields({ responses: [postable('no XML')], relayStates: [] }),
      ['xml', expect.stringMatching(/^The XML isn’t well-formed \(/) as unknown as string],
    ],
    [
      'a response with XML that is nested too deeply',
      fields({ responses: [postable('<a>'.repeat(33))], relayStates: [] }),
      ['xml', 'The XML elements are nested too deeply. The limit is 32.', 'MalformedBody'],
    ],
  ])('explains a rejected request: %s', async (_what, changes, refused) => {
    expect(await rejectionOf({}, changes)).toEqual(refused);
  });
});
