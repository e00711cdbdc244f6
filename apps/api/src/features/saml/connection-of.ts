import type { IdentityProvider, ServiceProvider } from '../../accounts/identity-providers.service.ts';
import { readCertificate } from '../../accounts/read-certificate.ts';
import { log } from '../../observe/log.ts';
import type { Connection } from './saml-library.ts';

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** The formats that can be asked for (SAML core 8.3), by the names in the database. */
const nameIdFormats: Record<string, string> = {
  unspecified: UNSPECIFIED,
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
};

/** What the library needs to know of an identity provider and of us. */
export function connectionOf(
  idp: IdentityProvider,
  serviceProvider: ServiceProvider,
  ourKeys: readonly { privateKey: string }[],
): Connection {
  return {
    entityId: serviceProvider.entityId,
    acsUrl: serviceProvider.acsUrl,
    idpEntityId: idp.entityId,
    singleSignOnUrl: idp.singleSignOnUrl,
    idpCertificates: readableOf(idp),
    isResponseSigned: idp.isResponseSigned,
    isAssertionSigned: idp.isAssertionSigned,
    decryptionKeys: idp.isAssertionEncrypted ? ourKeys.map(({ privateKey }) => privateKey) : [],
    nameIdFormat: nameIdFormats[idp.nameIdFormat] ?? UNSPECIFIED,
    isIdpInitiatedAllowed: idp.isIdpInitiatedAllowed,
  };
}

/** The library refuses everything when one of them cannot be read. */
function readableOf({ name, certificates }: IdentityProvider): string[] {
  const readable = certificates.filter((pem) => readCertificate(pem) !== undefined);
  if (readable.length < certificates.length)
    log.warn(
      { idpName: name, unreadable: certificates.length - readable.length },
      'a certificate cannot be read',
    );
  return readable;
}
