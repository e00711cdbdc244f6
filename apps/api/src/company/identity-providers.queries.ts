import type { Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import type { Pool } from 'pg';

/** Also finds a disabled identity provider. `now` is the database's time. Certificates are PEM. */
export async function findIdp(db: Pool, name: string) {
  return typedSql(db)
    .selectFrom('identityProviders as i')
    .select(['id', 'name', 'teamId', 'entityId', 'singleSignOnUrl', 'nameIdFormat'])
    .select(['emailAttribute', 'firstNameAttribute', 'lastNameAttribute'])
    .select(['isResponseSigned', 'isAssertionSigned', 'isAssertionEncrypted'])
    .select(['isIdpInitiatedAllowed', 'isEnabled', 'asksForSecondFactor'])
    .select((row) => [
      row
        .fn<string[]>('array', [
          row
            .selectFrom('idpCertificates as c')
            .select('c.pem')
            .whereRef('c.identityProviderId', '=', 'i.id'),
        ])
        .as('certificates'),
      row
        .fn<string[]>('array', [
          row.selectFrom('idpDomains as d').select('d.domain').whereRef('d.identityProviderId', '=', 'i.id'),
        ])
        .as('domains'),
      now().as('now'),
    ])
    .where('name', '=', name)
    .executeTakeFirst();
}

/**
 * Returns the name of the enabled identity provider to which the user was linked first. While there is one, the
 * company sets the user's names and email address (company/saml/provisioning.service.ts).
 */
export async function findManagingCompany(db: Transaction, userId: string): Promise<string | undefined> {
  const found = await typedSql(db)
    .selectFrom('ssoIdentities as i')
    .innerJoin('identityProviders as p', 'p.id', 'i.identityProviderId')
    .select('p.name')
    .where('i.userId', '=', userId)
    .where('p.isEnabled', '=', true)
    .orderBy('i.createdAt')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}
