import type { PrismaClient } from '@foyer/db/client';
import { importIdentityProvider } from '../apps/operate/src/saml/import-identity-provider.ts';
import { readIdpMetadata } from '../apps/operate/src/saml/read-metadata.ts';

const demoIdentityProviders = [
  { name: 'demo-idp', ownerEmail: 'owner@demo.test', domains: ['demo.test'] },
  { name: 'full-idp', ownerEmail: 'owner@full.test', domains: ['full.test'] },
];

export async function seedIdentityProviders(prisma: PrismaClient): Promise<string[]> {
  const url = process.env['IDENTITY_PROVIDER_URL'];
  if (!url) return [];
  for (const { name, ...settings } of demoIdentityProviders) {
    const response = await fetch(new URL(`/${name}/metadata`, url));
    const metadata = readIdpMetadata(await response.text());
    await importIdentityProvider(prisma, name, { metadata, ...settings });
  }
  return demoIdentityProviders.map(({ name }) => name);
}
