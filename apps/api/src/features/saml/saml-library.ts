/**
 * The one file that talks to the SAML library. It runs in a thread (saml-worker.ts), so that no document can keep the
 * portal from answering; what goes in and out is therefore plain data.
 */
import {
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
  type SamlConfig,
} from '@node-saml/passport-saml';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS, REQUEST_LIFE_MS } from './saml-times.ts';
import { shareXPathFunctions } from './share-xpath-functions.ts';
import { acceptOurAlgorithms } from './signature-algorithms.ts';

acceptOurAlgorithms();
shareXPathFunctions();

/** Both sides of one connection, as the library wants to know them. Keys and certificates are PEM. */
export type Connection = {
  entityId: string;
  acsUrl: string;
  idpEntityId: string;
  singleSignOnUrl: string;
  idpCertificates: string[];
  /** At least one of the two. */
  isResponseSigned: boolean;
  isAssertionSigned: boolean;
  /** Our keys that may open an encrypted assertion; none when assertions come as they are. */
  decryptionKeys: string[];
  /** The NameID that is asked for; what comes may be another. */
  nameIdFormat: string;
  isIdpInitiatedAllowed: boolean;
};

/** Options of docs/security.md 3.1. */
function optionsFor(connection: Connection): SamlConfig {
  return {
    issuer: connection.entityId,
    audience: connection.entityId,
    callbackUrl: connection.acsUrl,
    entryPoint: connection.singleSignOnUrl,
    idpIssuer: connection.idpEntityId,
    idpCert: connection.idpCertificates,
    // Without a signature of its own an assertion counts only as part of a response that is signed as a whole.
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

/** An AuthnRequest for the HTTP-POST binding, signed: the value of the form field SAMLRequest (SAML bindings 3.5.4). */
export async function makeRequest(task: {
  connection: Connection;
  requestId: string;
  privateKey: string;
}): Promise<string> {
  const saml = new SAML({
    ...optionsFor(task.connection),
    privateKey: task.privateKey,
    generateUniqueId: () => task.requestId,
  });
  const { SAMLRequest } = await saml.getAuthorizeMessageAsync('', undefined, {});
  return String(SAMLRequest);
}

/** What we tell identity providers about ourselves (SAML metadata 2.4.4), with every certificate we sign with. */
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
    // Which NameID is wanted differs by company; each request says so.
    identifierFormat: null,
    wantAssertionsSigned: true,
    ...(task.isAssertionEncrypted ? { decryptionPvk: task.privateKey, decryptionCert } : {}),
  });
  // The library names all that it could decrypt.
  return metadata.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, '');
}

/**
 * What signatures cover, and nothing else: `assertionXml` once its signature is proved, `responseXml` when the whole
 * response is signed. `rejection` says why the library does not accept the message, which it may find out after that.
 */
export type Verified = { responseXml?: string; assertionXml?: string; rejection?: string };

/** Remembers what the library found signed, also when it refuses the message for another reason afterwards. */
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
 * Verifies a response (SAML core 5, bindings 3.5). `response` is the form field's value, `requestId` the only request
 * it may answer, `now` the clock it is judged by, `privateKey` the one of ours that opens its
 * assertion (encrypted-assertion.ts has looked at how that is encrypted). Never throws for what is in the message.
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
    // The library looks at this replica's clock; what the database's says is asked by the checks "time" and "subject".
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
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: task.response });
    return profile ? saml.signed : { rejection: 'It is not an answer to a sign-in.' };
  } catch (error) {
    return { ...saml.signed, rejection: error instanceof Error ? error.message : String(error) };
  }
}
