import type { IdentityProvider, ServiceProvider } from '../identity-providers.service.ts';
import { readCertificate } from '../settings/read-certificate.ts';
import { log } from '../../observe/log.ts';
import { nameIdFormats } from './name-id-formats.ts';
import type { Connection } from './saml-library.ts';

const formatsByName: Readonly<Record<string, string>> = nameIdFormats;

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
    nameIdFormat: formatsByName[idp.nameIdFormat] ?? nameIdFormats.unspecified,
    isIdpInitiatedAllowed: idp.isIdpInitiatedAllowed,
  };
}

/** One unreadable certificate would make the library reject every message. */
function readableOf({ name, certificates }: IdentityProvider): string[] {
  const readable = certificates.filter((pem) => readCertificate(pem) !== undefined);
  if (readable.length < certificates.length)
    log.warn(
      { idpName: name, unreadable: certificates.length - readable.length },
      'a certificate cannot be read',
    );
  return readable;
}
