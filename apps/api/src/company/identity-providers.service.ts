import { Inject, Injectable } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { IDP_NAME } from '@foyer/contracts/company/saml';
import { PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { findIdp } from './identity-providers.queries.ts';

/** `now`: the database's time of the read, which decides whether requests have expired. */
export type ReadIdp = { idp: IdentityProvider; now: Date };

export type IdentityProvider = Omit<NonNullable<Awaited<ReturnType<typeof findIdp>>>, 'now'>;

export type ServiceProvider = { entityId: string; acsUrl: string; metadataUrl: string };

@Injectable()
export class IdentityProvidersService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  async find(name: string): Promise<ReadIdp | undefined> {
    if (!IDP_NAME.test(name)) return undefined;
    const row = await findIdp(this.pool, name);
    if (!row) return undefined;
    const { now: readAt, ...idp } = row;
    return { idp, now: readAt };
  }

  /** Several teams can have an identity provider for the same domain. */
  async findNames(domain: string): Promise<string[]> {
    const rows = await this.prisma.identityProvider.findMany({
      where: { isEnabled: true, domains: { some: { domain } } },
      select: { name: true },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name }) => name);
  }

  async knows({ id: identityProviderId }: IdentityProvider, userId: string): Promise<boolean> {
    return (await this.prisma.ssoIdentity.count({ where: { identityProviderId, userId } })) > 0;
  }

  async isOwner({ teamId: id }: IdentityProvider, ownerId: string): Promise<boolean> {
    return (await this.prisma.team.count({ where: { id, ownerId } })) > 0;
  }

  serviceProviderOf(name: string): ServiceProvider {
    const at = (path: string) => new URL(path.replace(':idpName', name), this.env.PUBLIC_URL).href;
    const metadataUrl = at(endpoints.samlMetadata.path);
    return { entityId: metadataUrl, acsUrl: at(endpoints.samlAcs.path), metadataUrl };
  }
}
