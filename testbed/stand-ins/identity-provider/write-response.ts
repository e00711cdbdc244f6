import { signElement } from '@foyer/testing/sign-element';
import samlp from 'samlp';
import type { KeyPair } from '@foyer/tools/deploy/make-signing-key';
import { nameIdOf, type IdentityProvider, type Person } from './identity-providers.ts';
import type { ResponseFault } from './response-faults.ts';

const LIFE_S = 300;
const HOUR_MS = 3_600_000;
const EXPIRED_S = -600;

export interface Answer {
  person: Person;
  fault: ResponseFault;
  /** The ID of the AuthnRequest. Undefined if the sign-in started at the stand-in. */
  requestId: string | undefined;
  portal: { entityId: string; acsUrl: string };
  foreignKeys: KeyPair;
}

export async function writeResponse(idp: IdentityProvider, answer: Answer): Promise<string> {
  const { person, fault, requestId, portal, foreignKeys } = answer;
  const { firstName, lastName, email } = person;
  const emails = fault === 'two-emails' ? [email, `another.${email}`] : email;
  const keys = fault === 'wrong-key' ? foreignKeys : idp.keys;
  // The library always writes the current login time. `withOldLogin` changes the time in the finished response.
  const isOldLogin = fault === 'old-login';
  const options = {
    issuer: idp.entityId,
    key: keys.privateKey,
    cert: keys.certificate,
    audience: fault === 'wrong-audience' ? 'https://another-service.test/metadata' : portal.entityId,
    recipient: portal.acsUrl,
    destination: fault === 'wrong-destination' ? 'https://another-service.test/acs' : portal.acsUrl,
    inResponseTo: requestId,
    lifetimeInSeconds: fault === 'expired' ? EXPIRED_S : LIFE_S,
    signAssertion: fault !== 'unsigned-assertion' && !isOldLogin,
    signResponse: !isOldLogin,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    authnContextClassRef: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    profileMapper: () => ({
      metadata: [],
      getClaims: () => ({ email: emails, firstName, lastName }),
      getNameIdentifier: () => ({
        nameIdentifier: nameIdOf(idp, person),
        nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      }),
    }),
    getPostURL: () => {},
  } as unknown as samlp.IdPOptions;
  const xml = await new Promise<string>((resolve, reject) =>
    samlp.getSamlResponse(options, person, (error: Error | null, xml) =>
      error ? reject(error) : resolve(xml),
    ),
  );
  return isOldLogin ? withOldLogin(xml, keys) : xml;
}

function withOldLogin(xml: string, keys: KeyPair): string {
  const login = `AuthnInstant="${new Date(Date.now() - HOUR_MS).toISOString()}"`;
  const old = xml.replaceAll(/>\s+</g, '><').replace(/AuthnInstant="[^"]*"/, login);
  const idOf = (element: string) => new RegExp(`<${element}\\b[^>]*\\sID="([^"]+)"`).exec(old)?.[1] ?? '';
  const [response, assertion] = [idOf('samlp:Response'), idOf('saml:Assertion')];
  return signElement(keys, signElement(keys, old, assertion), response);
}

/** Returns undefined if the message is not an AuthnRequest. */
export function readRequest(samlRequest: string): { requestId: string; isForced: boolean } | undefined {
  const xml = Buffer.from(samlRequest, 'base64').toString();
  const [element = ''] = /<(?:\w+:)?AuthnRequest\b[^>]*>/.exec(xml) ?? [];
  const requestId = /\sID="([^"]+)"/.exec(element)?.[1];
  return requestId === undefined
    ? undefined
    : { requestId, isForced: /\sForceAuthn="(?:true|1)"/.test(element) };
}
