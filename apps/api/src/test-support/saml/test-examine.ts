import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import type { SsoCheck } from '@foyer/contracts/company/saml';
import { buildResponse, makeTestIdp, postable, type ResponseOptions } from '@foyer/testing/test-idp';
import type { IdentityProvider } from '../../company/identity-providers.service.ts';
import { connectionOf } from '../../company/saml/connection-of.ts';
import { examine } from '../../company/saml/examine.ts';
import type { VerifiedSignIn, Posted } from '../../company/saml/stages.ts';
import { allButTheClock } from '../test-clock.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
export const NORA = 'nora@acme.test';
export const METHOD = 'urn:oasis:names:tc:SAML:2.0:cm:';
export const ASKED = {
  requestId: '_asked',
  identityProviderId: '00000000-0000-4000-8000-000000000000',
  redirectTarget: '/settings/team',
  testedById: null,
  provesSession: null,
  expiresAt: new Date(NOW.getTime() + 60_000),
  relayState: 'handle',
};

/**
 * `ours` is not used as an identity provider. Its key is the key of the portal, for which `idp` encrypts assertions.
 */
export const [idp, rival, ours] = await Promise.all([
  makeTestIdp('acme'),
  makeTestIdp('rival'),
  makeTestIdp('ours'),
]);

export function freezeClock(): void {
  beforeAll(() => void jest.useFakeTimers({ doNotFake: allButTheClock, now: NOW }));
  afterAll(() => void jest.useRealTimers());
}

export type Changes = { idp?: Partial<IdentityProvider>; ourKeys?: string[]; posted?: Partial<Posted> };

export function post(xml: string, changes: Changes = {}): Posted {
  const registered: IdentityProvider = {
    id: ASKED.identityProviderId,
    teamId: ASKED.identityProviderId,
    name: idp.name,
    entityId: idp.entityId,
    singleSignOnUrl: idp.ssoUrl,
    certificates: [idp.certificate],
    domains: ['acme.test'],
    isEnabled: true,
    isIdpInitiatedAllowed: false,
    asksForSecondFactor: false,
    isResponseSigned: true,
    isAssertionSigned: true,
    isAssertionEncrypted: false,
    nameIdFormat: 'unspecified',
    emailAttribute: 'email',
    firstNameAttribute: 'firstName',
    lastNameAttribute: 'lastName',
    ...changes.idp,
  };
  const serviceProvider = { entityId: idp.audience, acsUrl: idp.acsUrl, metadataUrl: idp.audience };
  const ourKeys = (changes.ourKeys ?? []).map((privateKey) => ({ privateKey }));
  return {
    idp: registered,
    serviceProvider,
    connection: connectionOf(registered, serviceProvider, ourKeys),
    now: NOW,
    relayState: ASKED.relayState,
    hasQuery: false,
    form: { responses: [postable(xml)], relayStates: [ASKED.relayState] },
    openRequests: [ASKED],
    test: undefined,
    ...changes.posted,
  };
}

export const answer = (options: ResponseOptions = {}) =>
  buildResponse(idp, { inResponseTo: ASKED.requestId, email: NORA, ...options });

export async function personOf(
  options: ResponseOptions = {},
  changes: Changes = {},
): Promise<VerifiedSignIn> {
  const verdict = await examine(post(answer(options), changes));
  expect(verdict).toEqual({ passed: expect.anything() });
  return (verdict as { passed: VerifiedSignIn }).passed;
}

export async function rejectionOf(options: ResponseOptions = {}, changes: Changes = {}) {
  const verdict = await examine(post(answer(options), changes));
  expect(verdict).toEqual({ failed: expect.anything() });
  const { check, message, problemCode } = (verdict as { failed: Failure }).failed;
  return problemCode === undefined ? [check, message] : [check, message, problemCode];
}
type Failure = { check: SsoCheck; message: string; problemCode?: string };

export const replacing = (pattern: string | RegExp, text: string): ResponseOptions => ({
  beforeSigning: (xml) => change(xml, pattern, text),
});

export function change(xml: string, pattern: string | RegExp, text: string): string {
  const changed = xml.replace(pattern, text);
  if (changed === xml) throw new Error('nothing is changed');
  return changed;
}

export const withOpenRequests = (...openRequests: Posted['openRequests'][number][]): Changes => ({
  posted: { openRequests },
});
export const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
export const ACS = 'http://localhost:3000/saml/acme/acs';
export const METADATA = 'http://localhost:3000/saml/acme/metadata';
export const SET_ACS = 'Set the ACS URL at the identity provider.';
export const RESPONDER = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
export const UNSOLICITED = { responseInResponseTo: null, confirmationInResponseTo: null };
export const EMAIL = { name: 'email', values: [NORA] };
