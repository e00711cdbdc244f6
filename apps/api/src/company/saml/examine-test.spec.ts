import { describe, expect, it } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import type { ResponseOptions } from '@foyer/testing/test-idp';
import {
  ACS,
  answer,
  ASKED,
  type Changes,
  EMAIL,
  METADATA,
  NORA,
  post,
  replacing,
  RESPONDER,
  SET_ACS,
  freezeClock,
  UNSOLICITED,
} from '../../test-support/saml/test-examine.ts';
import { inEnglish } from './check.ts';
import { examine } from './examine.ts';
import type { Report } from './report.ts';
import type { TestRequest } from './request-cookies.ts';

freezeClock();

const TEST: TestRequest = { ...ASKED, requestId: '_tested', testedById: 'owner', relayState: 'of-the-test' };

describe('an owner’s test', () => {
  const tested = async (options: ResponseOptions = {}, changes: Changes = {}) => {
    const posted = { test: TEST, openRequests: [TEST], relayState: TEST.relayState, ...changes.posted };
    const xml = answer({ inResponseTo: TEST.requestId, ...options });
    const verdict = await examine(post(xml, { ...changes, posted }));
    return (verdict as Extract<typeof verdict, { tested: unknown }>).tested;
  };
  const rowsOf = (report: Report) =>
    report.checks.map(({ said, ...row }) => ({ ...row, detail: inEnglish(said) }));
  const detailOf = async (name: SsoCheck, options: ResponseOptions = {}, changes: Changes = {}) =>
    rowsOf((await tested(options, changes)).report).find(({ check }) => check === name);

  it('reports every check in order, and the user it would sign in', async () => {
    const { test, report, person } = await tested();
    expect(test).toBe(TEST);
    expect(rowsOf(report).map(({ check, outcome, detail }) => [check, outcome, detail])).toEqual([
      ['form', 'passed', 'The form has one response.'],
      ['encoding', 'passed', 'The response is base64-encoded UTF-8.'],
      ['xml', 'passed', 'The response is well-formed.'],
      ['algorithms', 'passed', 'The signatures use accepted algorithms.'],
      ['request', 'passed', 'The response answers the sign-in that this browser started.'],
      ['status', 'passed', 'The identity provider reports success.'],
      ['destination', 'passed', `The Destination is “${ACS}”.`],
      ['issuer', 'passed', 'The issuer is “https://acme.test/metadata”.'],
      ['signature', 'passed', 'The signature is valid.'],
      [
        'time',
        'passed',
        'Issued at “2026-03-01T12:00:00.000Z”, valid from “2026-03-01T11:59:00.000Z” until “2026-03-01T12:05:00.000Z”. Our clock says 2026-03-01T12:00:00.000Z.',
      ],
      ['audience', 'passed', `The audience is “${METADATA}”.`],
      ['subject', 'passed', `The subject is “id-of-${NORA}”.`],
      ['attributes', 'passed', `The email address is “${NORA}”, and the name is “Nora Newcomer”.`],
    ]);
    expect(report.received).toEqual([
      { name: 'Issuer', values: ['https://acme.test/metadata'] },
      { name: 'NameID', values: [`id-of-${NORA}`] },
      { name: 'Audience', values: [METADATA] },
      { name: 'AuthnContextClassRef', values: ['urn:oasis:names:tc:SAML:2.0:ac:classes:Password'] },
      { name: 'NotBefore', values: ['2026-03-01T11:59:00.000Z'] },
      { name: 'NotOnOrAfter', values: ['2026-03-01T12:05:00.000Z'] },
      { name: 'Our clock', values: ['2026-03-01T12:00:00.000Z'] },
      { name: 'email', values: [NORA] },
      { name: 'firstName', values: ['Nora'] },
      { name: 'lastName', values: ['Newcomer'] },
    ]);
    expect(person).toMatchObject({ email: NORA, answered: TEST, redirectTarget: TEST.redirectTarget });
  });

  it('continues after a failure, and skips checks that depend on it', async () => {
    const outcomes = async (options: ResponseOptions, changes: Changes = {}) => {
      const { report, person } = await tested(options, changes);
      expect(person).toBeUndefined();
      const named = (wanted: string) =>
        report.checks.filter(({ outcome }) => outcome === wanted).map(({ check }) => check);
      return { failed: named('failed'), skipped: named('skipped') };
    };
    expect(await outcomes({ inResponseTo: '_other', audience: null })).toEqual({
      // No request matches, so the InResponseTo of the assertion is wrong too.
      failed: ['request', 'signature', 'audience', 'subject'],
      skipped: [],
    });
    expect(await outcomes({ sign: { response: false, assertion: false }, nameId: null })).toEqual({
      failed: ['signature', 'subject'],
      skipped: [],
    });
    expect(await outcomes({}, { posted: { form: undefined } })).toEqual({
      failed: ['form'],
      skipped: [
        'encoding',
        'xml',
        'algorithms',
        'request',
        'status',
        'destination',
        'issuer',
        'signature',
        'time',
        'audience',
        'subject',
        'attributes',
      ],
    });
    expect(await outcomes({ status: RESPONDER, notOnOrAfterIn: -60 })).toMatchObject({
      failed: ['status', 'time'],
    });
    expect((await tested({}, { posted: { form: undefined } })).report.received).toEqual([
      { name: 'Our clock', values: ['2026-03-01T12:00:00.000Z'] },
    ]);
  });

  it('reports a check that runs twice only once', async () => {
    expect(await detailOf('destination', { destination: null })).toMatchObject({
      check: 'destination',
      outcome: 'failed',
      detail: `The Destination is (none). Expected: “${ACS}”. ${SET_ACS}`,
    });
  });

  it('fails for a response to another sign-in and for an unsolicited one', async () => {
    expect(await detailOf('request', { inResponseTo: ASKED.requestId })).toMatchObject({
      outcome: 'failed',
      detail: 'The response answers the sign-in with the ID “_asked”, not this test.',
    });
    expect(await detailOf('request', UNSOLICITED, { idp: { isIdpInitiatedAllowed: true } })).toMatchObject({
      outcome: 'failed',
      detail: 'The response doesn’t say which sign-in it answers: InResponseTo is missing.',
    });
  });

  it('works without its RelayState, and with a provider that is switched off', async () => {
    const off = { idp: { isEnabled: false } };
    for (const posted of [{ test: undefined, relayState: undefined }, {}]) {
      const { test, person } = await tested({}, { ...off, posted });
      expect([test, person?.email]).toEqual([TEST, NORA]);
    }
  });

  it('warns about missing names', async () => {
    expect(await detailOf('attributes', { attributes: [EMAIL] })).toMatchObject({
      check: 'attributes',
      outcome: 'warning',
      detail: `The email address is “${NORA}”. Missing or empty name attributes: “firstName” and “lastName”. Until they’re sent, we show “nora” in their place. Received attributes: “email”.`,
    });
    const unnamed = replacing('<saml:Attribute Name="firstName">', '<saml:Attribute>');
    expect((await detailOf('attributes', unnamed))?.detail).toContain('attributes: “email”, “”, “lastName”.');
    const last = { name: 'lastName', values: ['Newcomer'] };
    expect((await detailOf('attributes', { attributes: [EMAIL, last] }))?.detail).toBe(
      `The email address is “${NORA}”. Missing or empty name attributes: “firstName”. Until they’re sent, we show “nora” in their place. Received attributes: “email”, “lastName”.`,
    );
  });

  it('still passes the signature check of an unsolicited response where that is allowed', async () => {
    const { report } = await tested(UNSOLICITED, { idp: { isIdpInitiatedAllowed: true } });
    expect(report.checks.find(({ check }) => check === 'signature')?.outcome).toBe('passed');
  });

  it('limits the rows, values and characters that it reports', async () => {
    const long = 'n'.repeat(501);
    const attributes = [
      EMAIL,
      { name: long, values: Array.from({ length: 21 }, () => long) },
      ...Array.from({ length: 50 }, (_, number) => ({ name: `a${number}`, values: [''] })),
    ];
    const { received } = (await tested({ attributes })).report;
    expect(received).toHaveLength(50);
    const cut = 'n'.repeat(500);
    expect(received.find(({ name }) => name.startsWith('n'))).toEqual({
      name: cut,
      values: Array(20).fill(cut),
    });
  });
});
