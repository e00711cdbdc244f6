import type { IdentityProvider, ServiceProvider } from '../../accounts/identity-providers.service.ts';
import type { Connection } from './saml-library.ts';

/** What the library needs to know of an identity provider and of us. */
export function connectionOf(idp: IdentityProvider, serviceProvider: ServiceProvider): Connection {
  return {
    entityId: serviceProvider.entityId,
    acsUrl: serviceProvider.acsUrl,
    idpEntityId: idp.entityId,
    singleSignOnUrl: idp.singleSignOnUrl,
    idpCertificates: idp.certificates,
    isResponseSigned: idp.isResponseSigned,
    isIdpInitiatedAllowed: idp.isIdpInitiatedAllowed,
  };
}
