import { describe, expect, it } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import type { ResponseOptions } from '@foyer/testing/test-idp';
import {
  ACS,
  type Changes,
  EMAIL,
  METADATA,
  METHOD,
  NORA,
  personOf,
  rejectionOf,
  replacing,
  SET_ACS,
  freezeClock,
} from '../../test-support/saml/test-examine.ts';

freezeClock();

const RIGHT_ID = 'Send our support team your identity provider’s current metadata.';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const CONFIRMATION = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;

/**
 * Each row: a fault, the options of the response, the check that fails, the full text of the failure, other changes.
 */
const rejections: [string, ResponseOptions, SsoCheck, string, Changes?][] = [
  [
    'no assertion',
    { sign: { assertion: false }, ...replacing(/<saml:Assertion.*<\/saml:Assertion>/s, '') },
    'issuer',
    'The response has no assertion.',
  ],
  [
    'another issuer of the response',
    { responseIssuer: 'https://rival.test/metadata' },
    'issuer',
    `The issuer of the response is “https://rival.test/metadata”. Expected: “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'another issuer of the assertion',
    { assertionIssuer: 'https://rival.test/metadata' },
    'issuer',
    `The issuer of the assertion is “https://rival.test/metadata”. Expected: “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'two issuers',
    replacing(/<saml:Issuer>.*?<\/saml:Issuer>/, '$&$&'),
    'issuer',
    `The issuer of the response is “https://acme.test/metadata”. Expected: “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'no issuer',
    { assertionIssuer: null },
    'issuer',
    `The issuer of the assertion is (none). Expected: “https://acme.test/metadata”. ${RIGHT_ID}`,
  ],
  [
    'another audience',
    { audience: `${METADATA}/` },
    'audience',
    `The audience is “${METADATA}/”. Expected: “${METADATA}”. At the identity provider, set the portal’s entity ID as the audience.`,
  ],
  [
    'two audience restrictions, one of them for another audience',
    { audience: [METADATA, 'https://other.test'] },
    'audience',
    `The audience is “${METADATA}”, “https://other.test”. Expected: “${METADATA}”. At the identity provider, set the portal’s entity ID as the audience.`,
  ],
  [
    'no audience',
    { audience: null },
    'audience',
    `The audience is (none). Expected: “${METADATA}”. At the identity provider, set the portal’s entity ID as the audience.`,
  ],
  [
    'another confirmation method',
    { confirmationMethods: [`${METHOD}holder-of-key`] },
    'subject',
    `The confirmation method is “${METHOD}holder-of-key”. Expected: bearer.`,
  ],
  [
    'no confirmation method',
    replacing(/<saml:SubjectConfirmation [^>]*>/, '<saml:SubjectConfirmation>'),
    'subject',
    'The confirmation method is “”. Expected: bearer.',
  ],
  [
    'another recipient',
    { recipient: `${ACS}/` },
    'subject',
    `The Recipient is “${ACS}/”. Expected: “${ACS}”. ${SET_ACS}`,
  ],
  [
    'another sign-in’s ID in the assertion',
    { confirmationInResponseTo: '_other' },
    'subject',
    'The signed InResponseTo is “_other”. Expected: “_asked”.',
  ],
  [
    'no sign-in’s ID in the assertion',
    { confirmationInResponseTo: null },
    'subject',
    'The signed InResponseTo is (none). Expected: “_asked”.',
  ],
  [
    'no confirmation',
    { confirmationMethods: [] },
    'subject',
    'Send exactly one SubjectConfirmation, with exactly one SubjectConfirmationData. SubjectConfirmation elements received: 0.',
  ],
  [
    'a confirmation without data',
    replacing(CONFIRMATION, `<saml:SubjectConfirmation Method="${METHOD}bearer"/>`),
    'subject',
    'Send exactly one SubjectConfirmation, with exactly one SubjectConfirmationData. SubjectConfirmation elements received: 1.',
  ],
  [
    'two confirmations, only one of them with data',
    replacing(CONFIRMATION, `$&<saml:SubjectConfirmation Method="${METHOD}bearer"/>`),
    'subject',
    'Send exactly one SubjectConfirmation, with exactly one SubjectConfirmationData. SubjectConfirmation elements received: 2.',
  ],
  [
    'two data elements in one confirmation',
    replacing(/<saml:SubjectConfirmationData .*?\/>/, '$&$&'),
    'subject',
    'Send exactly one SubjectConfirmation, with exactly one SubjectConfirmationData. SubjectConfirmation elements received: 1.',
  ],
  ['no NameID', { nameId: null }, 'subject', 'Send exactly one NameID. Received: 0.'],
  [
    'two NameIDs',
    replacing(/<saml:NameID.*<\/saml:NameID>/, '$&$&'),
    'subject',
    'Send exactly one NameID. Received: 2.',
  ],
  [
    'a NameID that changes',
    { nameIdFormat: TRANSIENT },
    'subject',
    'The NameID is transient, so it changes with every sign-in. Send a persistent one.',
  ],
  [
    'a blank NameID',
    { nameId: ' \n ' },
    'subject',
    'The NameID “ \n ” must be plain text of 1 to 256 characters.',
  ],
  [
    'a NameID that is too long',
    { nameId: 'x'.repeat(257) },
    'subject',
    `The NameID “${'x'.repeat(257)}” must be plain text of 1 to 256 characters.`,
  ],
  [
    'a NameID with XML elements in it',
    replacing(/(<saml:NameID[^>]*>)/, '$1<x/>'),
    'subject',
    `The NameID “id-of-${NORA}” must be plain text of 1 to 256 characters.`,
  ],
  [
    'two sets of conditions, only the first of which we read',
    replacing(/<saml:Conditions .*<\/saml:Conditions>/, '$&<saml:Conditions/>'),
    'subject',
    'The assertion isn’t accepted (“Unable to process multiple conditions in SAML assertion”).',
  ],
  [
    'no attributes',
    { attributes: [] },
    'attributes',
    'The attribute “email” is missing or empty, and the NameID format isn’t emailAddress. No attributes were received. Send the email address in the attribute “email”.',
  ],
  [
    'only other attributes',
    { attributes: Array.from({ length: 31 }, (_, number) => ({ name: `a${number}`, values: [] })) },
    'attributes',
    `The attribute “email” is missing or empty, and the NameID format isn’t emailAddress. Received attributes: ${Array.from({ length: 30 }, (_, number) => `“a${number}”`).join(', ')}. Send the email address in the attribute “email”.`,
  ],
  [
    'an invalid email address',
    { email: 'nora' },
    'attributes',
    '“nora” isn’t an email address. Send one in the attribute “email”.',
  ],
  [
    'two email addresses',
    { attributes: [{ name: 'email', values: [NORA, 'x@acme.test'] }] },
    'attributes',
    'The attribute “email” has several values. Send exactly one.',
  ],
  [
    'the email attribute twice, once without a value',
    { attributes: [EMAIL, { name: 'email', values: [] }] },
    'attributes',
    'The attribute “email” has several values. Send exactly one.',
  ],
  [
    'XML elements in the email address',
    replacing(`>${NORA}<`, `>${NORA}<x/><`),
    'attributes',
    'The attribute “email” contains XML elements. Send plain text.',
  ],
];

describe('the examination of an assertion [asvs 9.2.3]', () => {
  it.each(rejections)('explains a rejection: %s', async (_what, options, check, message, changes = {}) => {
    expect(await rejectionOf(options, changes)).toEqual([check, message]);
  });

  it('accepts a NameID of the maximum length', async () => {
    expect((await personOf({ nameId: 'x'.repeat(256) })).nameId).toHaveLength(256);
  });
});
