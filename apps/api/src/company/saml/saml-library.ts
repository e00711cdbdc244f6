/**
 * The only file that calls the SAML library. It runs in a thread (saml-worker.ts), so that no document can block the
 * portal. Arguments and results are therefore plain data.
 */
import {
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
  type SamlConfig,
} from '@node-saml/passport-saml';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS, REQUEST_LIFE_MS } from './saml-times.ts';
import { cacheXPathExpressions } from './xpath-cache.ts';
import { acceptOurAlgorithms } from './signature-algorithms.ts';

acceptOurAlgorithms();
cacheXPathExpressions();

/** Keys and certificates are PEM. */
export type Connection = {
  entityId: string;
  acsUrl: string;
  idpEntityId: string;
  singleSignOnUrl: string;
  idpCertificates: string[];
  /** At least one of `isResponseSigned` and `isAssertionSigned` is true. */
  isResponseSigned: boolean;
  isAssertionSigned: boolean;
  decryptionKeys: string[];
  /** Identity providers may send another format than the requested one. */
  nameIdFormat: string;
  isIdpInitiatedAllowed: boolean;
};

/** docs/security.md 3.1 */
function optionsFor(connection: Connection): SamlConfig {
  return {
    issuer: connection.entityId,
    audience: connection.entityId,
    callbackUrl: connection.acsUrl,
    entryPoint: connection.singleSignOnUrl,
    idpIssuer: connection.idpEntityId,
    idpCert: connection.idpCertificates,
    wantAssertionsSigned: connection.isAssertionSigned || !connection.isResponseSigned,
    wantAuthnResponseSigned: connection.isResponseSigned,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
    disableRequestedAuthnContext: true,
    identifierFormat: connection.nameIdFormat,
  };
}

/** Returns the form field SAMLRequest of the HTTP-POST binding (SAML bindings 3.5.4). */
export async function makeRequest(task: {
  connection: Connection;
  requestId: string;
  /** The identity provider must ask for a new login, even if it has a session (SAML core 3.4.1, ForceAuthn). */
  forceAuthn: boolean;
  privateKey: string;
}): Promise<string> {
  const saml = new SAML({
    ...optionsFor(task.connection),
    forceAuthn: task.forceAuthn,
    privateKey: task.privateKey,
    generateUniqueId: () => task.requestId,
  });
  const { SAMLRequest } = await saml.getAuthorizeMessageAsync('', undefined, {});
  return String(SAMLRequest);
}

/** Returns metadata (SAML metadata 2.4.4) with the certificates of all signing keys. */
export function makeMetadata(task: {
  serviceProvider: Pick<Connection, 'entityId' | 'acsUrl'>;
  privateKey: string;
  certificates: string[];
  isAssertionEncrypted: boolean;
}): string {
  const [decryptionCert = ''] = task.certificates;
  const metadata = generateServiceProviderMetadata({
    issuer: task.serviceProvider.entityId,
    callbackUrl: task.serviceProvider.acsUrl,
    privateKey: task.privateKey,
    publicCerts: task.certificates,
    // Requests contain the NameID format instead, because it differs by company.
    identifierFormat: null,
    wantAssertionsSigned: true,
    ...(task.isAssertionEncrypted ? { decryptionPvk: task.privateKey, decryptionCert } : {}),
  });
  // The library lists every cipher that it can decrypt. The portal accepts fewer.
  return metadata.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, '');
}

/**
 * The signed content. `responseXml` is set if the whole response is signed. `assertionXml` is missing if a required
 * signature is not valid. `rejection` is the library's reason.
 */
export type Verified = { responseXml?: string; assertionXml?: string; rejection?: string };

/** Keeps the verified content, in case the library then rejects the message for another reason. */
class RecordingSaml extends SAML {
  readonly signed: Pick<Verified, 'responseXml' | 'assertionXml'> = {};

  protected override async getSignedAssertion(signedXml: string): Promise<string | null> {
    const assertionXml = await super.getSignedAssertion(signedXml);
    if (assertionXml !== null) this.signed.assertionXml = assertionXml;
    if (this.options.wantAuthnResponseSigned) this.signed.responseXml = signedXml;
    return assertionXml;
  }
}

/**
 * SAML core 5, bindings 3.5. `response` is the form field's value, `requestId` is the only request that it may
 * answer, and `now` is the time of verification. `privateKey` decrypts the assertion, whose encryption
 * encrypted-assertion.ts has already checked. Never throws because of the message's content.
 */
export async function verifyResponse(task: {
  connection: Connection;
  response: string;
  requestId: string | undefined;
  privateKey?: string | undefined;
  now: Date;
}): Promise<Verified> {
  const { connection, requestId, privateKey, now } = task;
  const saml = new RecordingSaml({
    ...optionsFor(connection),
    // The library compares times with this replica's clock, so the skew is widened by the difference from `now`. The
    // checks "time" and "subject" are exact, because they use `now`, the database's time.
    acceptedClockSkewMs: CLOCK_SKEW_MS + Math.abs(Date.now() - now.getTime()),
    ...(privateKey === undefined ? {} : { decryptionPvk: privateKey }),
    validateInResponseTo: connection.isIdpInitiatedAllowed
      ? ValidateInResponseTo.ifPresent
      : ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: (id) => Promise.resolve(id === requestId ? new Date().toISOString() : null),
      removeAsync: () => Promise.resolve(null),
    },
  });
  try {
    await saml.validatePostResponseAsync({ SAMLResponse: task.response });
    return saml.signed;
  } catch (error) {
    return { ...saml.signed, rejection: error instanceof Error ? error.message : String(error) };
  }
}
