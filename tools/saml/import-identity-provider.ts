import type { PrismaClient } from '@foyer/db/client';
import { IDP_NAME } from '@foyer/contracts/saml';
import { Fault } from '../fault.ts';
import type { IdpMetadata } from './read-metadata.ts';

/** What the operator decides about an identity provider; it vouches that the domains are the company's own. */
export interface ImportSettings {
  /** As in `/saml/{name}`. */
  name: string;
  /** Of the owner of the team whose people sign in there. */
  ownerEmail: string;
  domains: string[];
  isEnabled: boolean;
  isResponseSigned: boolean;
  isIdpInitiatedAllowed: boolean;
  emailAttribute: string;
  firstNameAttribute: string;
  lastNameAttribute: string;
}

export const STANDARD_SETTINGS = {
  isEnabled: true,
  isResponseSigned: true,
  isIdpInitiatedAllowed: false,
  emailAttribute: 'email',
  firstNameAttribute: 'firstName',
  lastNameAttribute: 'lastName',
} satisfies Partial<ImportSettings>;

/**
 * Adds the identity provider, or makes the one of this name be as told: its certificates and domains are then exactly
 * those given. Says whether it is new. Throws a `Fault` in words when something stands against it.
 */
export async function importIdentityProvider(
  prisma: PrismaClient,
  metadata: IdpMetadata,
  { ownerEmail, domains, name, ...settings }: ImportSettings,
): Promise<'created' | 'updated'> {
  const { entityId, singleSignOnUrl, certificates } = metadata;
  if (!IDP_NAME.test(name))
    throw new Fault(`"${name}" cannot stand in an address: use small letters, digits and hyphens.`);
  return prisma.$transaction(async (transaction) => {
    const team = await transaction.team.findFirst({
      where: { owner: { email: ownerEmail } },
      select: { id: true },
    });
    if (!team) throw new Fault(`Nobody with the address ${ownerEmail} owns a team.`);
    const known = await transaction.identityProvider.findUnique({
      where: { name },
      select: { id: true, teamId: true },
    });
    if (known && known.teamId !== team.id)
      throw new Fault(`"${name}" is the identity provider of another team. Choose another name.`);
    const namesake = await transaction.identityProvider.findFirst({
      where: { entityId, name: { not: name } },
      select: { name: true },
    });
    if (namesake)
      throw new Fault(`${entityId} is registered already, as "${namesake.name}". Import it by that name.`);
    const claimed = await transaction.idpDomain.findFirst({
      where: { domain: { in: domains }, identityProvider: { name: { not: name } } },
      select: { domain: true, identityProvider: { select: { name: true } } },
    });
    if (claimed)
      throw new Fault(`The domain ${claimed.domain} belongs to "${claimed.identityProvider.name}" already.`);

    const data = { ...settings, entityId, singleSignOnUrl };
    const { id: identityProviderId } = await transaction.identityProvider.upsert({
      where: { name },
      create: { ...data, name, teamId: team.id },
      update: data,
      select: { id: true },
    });
    const kept = await transaction.idpCertificate.findMany({
      where: { identityProviderId, pem: { in: certificates } },
      select: { pem: true },
    });
    const keptPems = kept.map(({ pem }) => pem);
    await transaction.idpCertificate.deleteMany({ where: { identityProviderId, pem: { notIn: keptPems } } });
    await transaction.idpCertificate.createMany({
      data: certificates.filter((pem) => !keptPems.includes(pem)).map((pem) => ({ identityProviderId, pem })),
    });
    await transaction.idpDomain.deleteMany({ where: { identityProviderId, domain: { notIn: domains } } });
    await transaction.idpDomain.createMany({
      data: domains.map((domain) => ({ domain, identityProviderId })),
      skipDuplicates: true,
    });
    return known ? 'updated' : 'created';
  });
}
