import { describe, expect, it } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import { postable, type ResponseOptions } from '@foyer/testing/test-idp';
import {
  ACS,
  type Changes,
  inOpen,
  post,
  rejectionOf,
  replacing,
  RESPONDER,
  SET_ACS,
  standStill,
  UNASKED,
} from '../../test-support/saml/test-examine.ts';
import { examine } from './examine.ts';
import type { Posted } from './stages.ts';

standStill();

const OTHER_ASSERTION = '<saml:Assertion ID="_other"/>';

/** Fault, how to make it, the check that reports it, and the whole report. */
const rejections: [string, ResponseOptions, SsoCheck, string, Changes?][] = [
  [
    'another kind of message',
    replacing(/<samlp:Response (.*)<\/samlp:Response>/s, '<samlp:LogoutResponse $1</samlp:LogoutResponse>'),
    'xml',
    'A SAML response is expected; this is a “LogoutResponse”.',
  ],
  [
    'a response of another namespace',
    { sign: { response: false, assertion: false }, ...replacing('SAML:2.0:protocol', 'SAML:2.0:other') },
    'xml',
    'A SAML response is expected; this is a “Response”.',
  ],
  [
    'another version',
    replacing('Version="2.0"', 'Version="2.1"'),
    'xml',
    'The response is not of SAML version 2.0.',
  ],
  [
    'two assertions',
    replacing('</samlp:Response>', `${OTHER_ASSERTION}</samlp:Response>`),
    'xml',
    'There is more than one assertion. Send exactly one.',
  ],
  [
    'an assertion inside of the assertion',
    replacing('</saml:Assertion>', `${OTHER_ASSERTION}</saml:Assertion>`),
    'xml',
    'There is more than one assertion. Send exactly one.',
  ],
  [
    'an identifier twice',
    { sign: { response: false }, responseId: '_1', assertionId: '_1' },
    'xml',
    'Two elements have the same ID.',
  ],
  [
    'an encrypted assertion beside the other',
    replacing('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
    'xml',
    'The assertion is encrypted, which is not arranged. Turn encryption off, or have our support arrange it.',
  ],
  [
    'an assertion in the clear, where another was arranged',
    {},
    'xml',
    'The assertion is not encrypted, as was arranged. Turn encryption on.',
    { idp: { isAssertionEncrypted: true } },
  ],
  [
    'no open sign-in',
    {},
    'request',
    'No sign-in of this browser is open: it is not the one that asked, kept no cookie, or took over ten minutes. Start the sign-in here and allow cookies.',
    inOpen(),
  ],
  [
    'another sign-in',
    { inResponseTo: '_other' },
    'request',
    'No open sign-in of this browser has the ID “_other”. Start again; it is open for ten minutes.',
  ],
  [
    'no sign-in',
    UNASKED,
    'request',
    'It answers no sign-in, and starting at the identity provider is not allowed here.',
  ],
  [
    'a sign-in that is named in the assertion alone',
    { responseInResponseTo: null },
    'request',
    'InResponseTo is in the assertion but not in the response.',
    { idp: { isIdpInitiatedAllowed: true } },
  ],
  [
    'a provider that is switched off',
    {},
    'request',
    'This identity provider is switched off.',
    { idp: { isEnabled: false } },
  ],
  [
    'a provider that is switched off and may come unasked',
    UNASKED,
    'request',
    'This identity provider is switched off.',
    { idp: { isEnabled: false, isIdpInitiatedAllowed: true } },
  ],
  [
    'a login that failed',
    { status: RESPONDER },
    'status',
    `The identity provider reports “${RESPONDER}”. Its own log says why.`,
  ],
  [
    'a login that failed with a reason',
    {
      status: RESPONDER,
      ...replacing('</samlp:Status>', '<samlp:StatusMessage>No.</samlp:StatusMessage></samlp:Status>'),
    },
    'status',
    `The identity provider reports “${RESPONDER}”, “No.”. Its own log says why.`,
  ],
  [
    'no status',
    replacing(/<samlp:Status>.*<\/samlp:Status>/, ''),
    'status',
    'The identity provider reports nothing. Its own log says why.',
  ],
  [
    'two status codes',
    replacing(/<samlp:StatusCode [^>]*>/, '$&$&'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. Its own log says why.',
  ],
  [
    'two statuses, of which one has a code',
    replacing('<samlp:Status>', '<samlp:Status/><samlp:Status>'),
    'status',
    'The identity provider reports “urn:oasis:names:tc:SAML:2.0:status:Success”. Its own log says why.',
  ],
  [
    'another destination',
    { destination: `${ACS}/` },
    'destination',
    `Destination is “${ACS}/”, expected is “${ACS}”. ${SET_ACS}`,
  ],
  [
    'no destination',
    { destination: null },
    'destination',
    `Destination is nothing, expected is “${ACS}”. ${SET_ACS}`,
  ],
];

describe('a message is rejected with the reason:', () => {
  it.each(rejections)('%s', async (_what, options, check, message, changes = {}) => {
    expect(await rejectionOf(options, changes)).toEqual([check, message]);
  });

  it('received text is quoted as far as it is readable', async () => {
    const [, message] = await rejectionOf({ destination: 'x'.repeat(301) });
    expect(message).toContain(`Destination is “${'x'.repeat(300)}”,`);
    const odd = `<${'y'.repeat(61)}/>`;
    expect(await examine(post(odd))).toMatchObject({
      failed: { message: `A SAML response is expected; this is a “${'y'.repeat(60)}”.` },
    });
  });

  const fields = (form: Posted['form'], more: Partial<Posted> = {}) => ({ posted: { form, ...more } });
  const one = 'Exactly one response and at most one RelayState are expected.';
  it.each<[string, Changes, (string | undefined)[]]>([
    ['a body that is too large', fields('too large'), ['form', 'The body is too large.', 'BodyTooLarge']],
    [
      'no form',
      fields(undefined),
      ['form', 'The body is no form, or has many fields. Use the HTTP-POST binding.'],
    ],
    [
      'a query',
      { posted: { hasQuery: true } },
      ['form', 'The address has a query. Use the ACS URL exactly as it is given.'],
    ],
    [
      'no response',
      fields({ responses: [], relayStates: [] }),
      ['form', `The form has 0 SAMLResponse fields and 0 RelayState fields. ${one}`],
    ],
    [
      'two responses',
      fields({ responses: ['a', 'b'], relayStates: ['c'] }),
      ['form', `The form has 2 SAMLResponse fields and 1 RelayState fields. ${one}`],
    ],
    [
      'two RelayStates',
      fields({ responses: ['a'], relayStates: ['b', 'c'] }),
      ['form', `The form has 1 SAMLResponse fields and 2 RelayState fields. ${one}`],
    ],
    [
      'nothing',
      fields({ responses: [''], relayStates: [] }),
      ['encoding', 'The field SAMLResponse is not base64. It must not be compressed either.'],
    ],
    [
      'what is not base64',
      fields({ responses: ['YQ='], relayStates: [] }),
      ['encoding', 'The field SAMLResponse is not base64. It must not be compressed either.'],
    ],
    [
      'what is not UTF-8',
      fields({ responses: [Buffer.from([0xff]).toString('base64')], relayStates: [] }),
      ['encoding', 'The response is not UTF-8.'],
    ],
    [
      'what is no XML',
      fields({ responses: [postable('no XML')], relayStates: [] }),
      ['xml', expect.stringMatching(/^It is not well-formed XML: /) as unknown as string],
    ],
    [
      'what is too much XML',
      fields({ responses: [postable('<a>'.repeat(33))], relayStates: [] }),
      ['xml', 'It has more than 32 elements within one another.', 'MalformedBody'],
    ],
  ])('%s', async (_what, changes, refused) => {
    expect(await rejectionOf({}, changes)).toEqual(refused);
  });
});
