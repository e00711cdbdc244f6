import { Inject, Injectable } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { IDP_NAME } from '@foyer/contracts/saml';
import { Prisma, PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { run } from '../database/statements.ts';

/** Certificates are PEM. */
export type IdentityProvider = {
  id: string;
  name: string;
  teamId: string;
  entityId: string;
  singleSignOnUrl: string;
  emailAttribute: string;
  firstNameAttribute: string;
  lastNameAttribute: string;
  isResponseSigned: boolean;
  isAssertionSigned: boolean;
  isAssertionEncrypted: boolean;
  nameIdFormat: string;
  isIdpInitiatedAllowed: boolean;
  isEnabled: boolean;
  certificates: string[];
  domains: string[];
};

/** Our names at an identity provider: each knows us by names of its own. */
export type ServiceProvider = { entityId: string; acsUrl: string; metadataUrl: string };

@Injectable()
export class IdentityProvidersService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  async find(name: string): Promise<IdentityProvider | undefined> {
    const [row] = await run<IdentityProvider>(this.pool, identityProviderOf(name));
    return row;
  }

  /** The names of the enabled identity providers of the company to which a domain belongs; one a team. */
  async findNames(domain: string): Promise<string[]> {
    const rows = await this.prisma.identityProvider.findMany({
      where: { isEnabled: true, domains: { some: { domain } } },
      select: { name: true },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name }) => name);
  }

  /** Our names at the identity provider of this name; the entity ID is the URL of our metadata. */
  serviceProviderOf(name: string): ServiceProvider {
    const at = (path: string) => new URL(path.replace(':idpName', name), this.env.PUBLIC_URL).href;
    const metadataUrl = at(endpoints.samlMetadata.path);
    return { entityId: metadataUrl, acsUrl: at(endpoints.samlAcs.path), metadataUrl };
  }
}

/** Selects the identity provider of a name, alone or as part of another query. */
export function identityProviderOf(name: string): Prisma.Sql {
  return Prisma.sql`
    SELECT id, name, team_id AS "teamId", entity_id AS "entityId", single_sign_on_url AS "singleSignOnUrl",
           email_attribute AS "emailAttribute", first_name_attribute AS "firstNameAttribute",
           last_name_attribute AS "lastNameAttribute", is_response_signed AS "isResponseSigned",
           is_assertion_signed AS "isAssertionSigned",
           is_assertion_encrypted AS "isAssertionEncrypted", name_id_format AS "nameIdFormat",
           is_idp_initiated_allowed AS "isIdpInitiatedAllowed", is_enabled AS "isEnabled",
           ARRAY(SELECT pem FROM idp_certificates c WHERE c.identity_provider_id = i.id) AS certificates,
           ARRAY(SELECT domain FROM idp_domains d WHERE d.identity_provider_id = i.id) AS domains
      FROM identity_providers i WHERE name = ${IDP_NAME.test(name) ? name : null}`;
}
