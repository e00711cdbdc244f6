import { Inject, Injectable } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { IDP_NAME } from '@foyer/contracts/company/saml';
import { PrismaClient } from '@foyer/db/client';
import { listOf, now, prepare, typedSql } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';

/** As it was read, with the database's time, by which requests end. */
export type ReadIdp = { idp: IdentityProvider; now: Date };

/** Certificates are PEM. */
export type IdentityProvider = Omit<Awaited<ReturnType<typeof findIdp>>[number], 'now'>;

/** Our names at an identity provider: each knows us by names of its own. */
export type ServiceProvider = { entityId: string; acsUrl: string; metadataUrl: string };

@Injectable()
export class IdentityProvidersService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  /** The identity provider of a name, enabled or not. */
  async find(name: string): Promise<ReadIdp | undefined> {
    if (!IDP_NAME.test(name)) return undefined;
    const [row] = await findIdp(typedSql(this.pool), { name });
    if (!row) return undefined;
    const { now: readAt, ...idp } = row;
    return { idp, now: readAt };
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

const findIdp = prepare<{ name: string }>()((database, given) =>
  database
    .selectFrom('identityProviders as i')
    .select(['id', 'name', 'teamId', 'entityId', 'singleSignOnUrl', 'nameIdFormat'])
    .select(['emailAttribute', 'firstNameAttribute', 'lastNameAttribute'])
    .select(['isResponseSigned', 'isAssertionSigned', 'isAssertionEncrypted'])
    .select(['isIdpInitiatedAllowed', 'isEnabled', 'asksForSecondFactor'])
    .select((row) => [
      listOf(
        row.selectFrom('idpCertificates as c').select('c.pem').whereRef('c.identityProviderId', '=', 'i.id'),
      ).as('certificates'),
      listOf(
        row.selectFrom('idpDomains as d').select('d.domain').whereRef('d.identityProviderId', '=', 'i.id'),
      ).as('domains'),
      now().as('now'),
    ])
    .where('name', '=', given('name')),
);
