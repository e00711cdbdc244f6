import { describe, expect, it } from '@jest/globals';
import { postable, type ResponseOptions } from '@foyer/testing/test-idp';
import {
  answer,
  ASKED,
  at,
  idp,
  NORA,
  personOf,
  post,
  rejectionOf,
  replacing,
  freezeClock,
} from '../../test-support/saml/test-examine.ts';
import { examine } from './examine.ts';

freezeClock();

describe('a response that passes', () => {
  it('provides everything that a sign-in needs', async () => {
    const person = await personOf({ assertionId: '_the-assertion', sessionNotOnOrAfterIn: 600 });
    expect(person).toEqual({
      idp: expect.objectContaining({ name: 'acme' }),
      answered: ASKED,
      redirectTarget: '/settings/team',
      assertionId: '_the-assertion',
      audience: idp.audience,
      nameId: `id-of-${NORA}`,
      // The five minutes of the confirmation, plus the allowed clock skew.
      usableUntil: at(360),
      sessionEnd: at(600),
      loggedInAt: at(0),
      isMultiFactor: false,
      email: NORA,
      firstName: 'Nora',
      lastName: 'Newcomer',
      sentNames: { firstName: 'Nora', lastName: 'Newcomer' },
    });
  });

  it('is usable until its maximum age or the end of its confirmation, whichever is earlier', async () => {
    expect((await personOf({ confirmationNotOnOrAfterIn: 120 })).usableUntil).toEqual(at(180));
    expect((await personOf({ issuedIn: -240 })).usableUntil).toEqual(at(120));
  });

  it('has the earliest of its session ends, or none', async () => {
    expect((await personOf()).sessionEnd).toBeUndefined();
    const two = replacing(
      '<saml:AuthnStatement ',
      `<saml:AuthnStatement SessionNotOnOrAfter="${at(60).toISOString()}"/><saml:AuthnStatement `,
    );
    expect((await personOf({ ...two, sessionNotOnOrAfterIn: 600 })).sessionEnd).toEqual(at(60));
  });

  it.each([
    ['https://refeds.org/profile/mfa', true],
    ['http://schemas.microsoft.com/claims/multipleauthn', true],
    ['urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered', true],
    ['urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract', true],
    ['urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI', true],
    ['http://idmanagement.gov/ns/assurance/aal/2', true],
    ['http://idmanagement.gov/ns/assurance/aal/3', true],
    ['http://idmanagement.gov/ns/assurance/aal/1', false],
    ['https://refeds.org/profile/sfa', false],
    ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', false],
    ['urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified', false],
    ['HTTPS://REFEDS.ORG/PROFILE/MFA', false],
    [null, false],
  ])('is multi-factor with the context class %p: %p', async (contextClass, isMultiFactor) => {
    expect((await personOf({ contextClass })).isMultiFactor).toBe(isMultiFactor);
  });

  it('redirects to the requested page only with the RelayState of the request', async () => {
    expect((await personOf({}, { posted: { relayState: 'another' } })).redirectTarget).toBeUndefined();
    expect((await personOf({}, { posted: { relayState: undefined } })).redirectTarget).toBeUndefined();
  });

  it('may be unsolicited where that is allowed, even while a request is open', async () => {
    const unasked = { responseInResponseTo: null, confirmationInResponseTo: null };
    const changes = { idp: { isIdpInitiatedAllowed: true } };
    for (const openRequests of [[], [ASKED]])
      expect(
        await personOf(unasked, { ...changes, posted: { openRequests, relayState: undefined } }),
      ).toMatchObject({ answered: undefined, redirectTarget: undefined });
  });

  it('uses the local part of the address for a name that is not sent', async () => {
    const email = { name: 'email', values: [`  ${NORA.toUpperCase()} `] };
    expect(await personOf({ attributes: [email] })).toMatchObject({
      email: NORA,
      firstName: 'nora',
      lastName: 'nora',
      sentNames: {},
    });
    const last = { name: 'lastName', values: ['x'.repeat(101)] };
    expect(await personOf({ attributes: [email, { name: 'firstName', values: [' '] }, last] })).toMatchObject(
      {
        firstName: 'nora',
        lastName: 'x'.repeat(100),
        sentNames: { lastName: 'x'.repeat(100) },
      },
    );
  });

  it('may have line breaks, and its email attribute takes precedence over the NameID', async () => {
    const lines = postable(answer()).replace(/.{76}/g, '$&\r\n');
    expect(
      await examine(post('', { posted: { form: { responses: [lines], relayStates: [] } } })),
    ).toHaveProperty('passed');
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const named = { nameId: 'other@acme.test', nameIdFormat: format };
    expect((await personOf(named)).email).toBe(NORA);
    expect((await personOf({ ...named, attributes: [] })).email).toBe('other@acme.test');
  });
});

describe('the times of a response', () => {
  it.each<[string, ResponseOptions, ResponseOptions]>([
    ['the end of its validity', { notOnOrAfterIn: -59.999 }, { notOnOrAfterIn: -60 }],
    ['the start of its validity', { notBeforeIn: 60 }, { notBeforeIn: 60.001 }],
    ['its issue time, in the future', { issuedIn: 60 }, { issuedIn: 60.001 }],
    ['its issue time, in the past', { issuedIn: -359.999 }, { issuedIn: -360 }],
    ['the session’s end', { sessionNotOnOrAfterIn: 0.001 }, { sessionNotOnOrAfterIn: 0 }],
    ['the confirmation’s end', { confirmationNotOnOrAfterIn: -59.999 }, { confirmationNotOnOrAfterIn: -60 }],
  ])('are checked exactly: %s [asvs 9.2.1]', async (what, last, tooLate) => {
    expect(await personOf(last)).toBeDefined();
    expect((await rejectionOf(tooLate))[0]).toBe(what.startsWith('the confirmation') ? 'subject' : 'time');
  });

  it.each([
    ['2026-03-01T12:00:01Z', true],
    ['2026-03-01T12:00:01.5Z', true],
    ['2026-03-01T12:00:01.123456789Z', true],
    ['2026-03-01T14:00:01+02:00', true],
    ['2026-03-01T10:00:01-02:00', true],
    ['2026-03-01T12:00:01', false],
    ['2026-03-01T12:00:01.Z', false],
    ['2026-03-01', false],
    [' 2026-03-01T12:00:01Z', false],
    ['2026-03-01T12:00:01Z ', false],
    ['2026-03-01T12:00:01x00Z', false],
    ['2026-03-01T12:00:01.xZ', false],
    ['2026-03-01T12:00:01+x2:00', false],
    ['2026-03-01T12:00:01+02:0x', false],
    ['1 March 2027 12:00 UTC', false],
  ])('are accepted only in the format of SAML: %s, accepted: %p', async (text, isTime) => {
    const end = replacing(/(<saml:Conditions [^>]*NotOnOrAfter=")[^"]*/, `$1${text}`);
    const verdict = await examine(post(answer(end)));
    expect('passed' in verdict).toBe(isTime);
    const confirmed = replacing(/(<saml:SubjectConfirmationData [^>]*NotOnOrAfter=")[^"]*/, `$1${text}`);
    expect('passed' in (await examine(post(answer(confirmed))))).toBe(isTime);
  });

  it('are reported with the portal’s clock', async () => {
    const quoted = '“2026-03-01T11:50:00.000Z”, valid from “2026-03-01T11:59:00.000Z”';
    const clock = 'Our clock says 2026-03-01T12:00:00.000Z.';
    expect(await rejectionOf({ issuedIn: -600 })).toEqual([
      'time',
      `Issued at ${quoted} until “2026-03-01T12:05:00.000Z”. ${clock} Check the identity provider’s clock and how long its assertions are valid.`,
    ]);
    expect(await rejectionOf({ sessionNotOnOrAfterIn: -1 })).toEqual([
      'time',
      `Issued at “2026-03-01T12:00:00.000Z”, valid from “2026-03-01T11:59:00.000Z” until “2026-03-01T12:05:00.000Z”. ${clock} The session at the identity provider has already ended.`,
    ]);
    expect(await rejectionOf({ confirmationNotOnOrAfterIn: -60 })).toEqual([
      'subject',
      `The confirmation’s NotOnOrAfter is “2026-03-01T11:59:00.000Z”. ${clock} Check the identity provider’s clock and how long its assertions are valid.`,
    ]);
  });

  it('are required and must be valid, except for a missing NotBefore', async () => {
    expect((await rejectionOf(replacing(/<saml:Conditions.*<\/saml:Conditions>/, '')))[1]).toMatch(
      /^Issued at “2026-03-01T12:00:00\.000Z”, valid from \(none\) until \(none\)\./,
    );
    expect(await personOf({ notBeforeIn: null })).toBeDefined();
    for (const nothing of [
      { notOnOrAfterIn: null },
      replacing(/(<saml:Assertion [^>]*) IssueInstant="[^"]*"/, '$1'),
    ])
      expect((await rejectionOf(nothing))[0]).toBe('time');
    const odd = replacing('<saml:AuthnStatement ', '<saml:AuthnStatement SessionNotOnOrAfter="soon" ');
    expect((await rejectionOf(odd))[0]).toBe('time');
  });
});

describe('a response', () => {
  it('may begin with a byte order mark', async () => {
    expect(await examine(post(`\uFEFF${answer()}`))).toMatchObject({ passed: { email: NORA } });
  });
});
