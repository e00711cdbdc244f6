import type { PrismaClient } from '@foyer/db/client';
import { everyScope, hashClientSecret } from '../apps/operate/src/oauth/manage-clients.ts';
import { CLIENT_APP } from '../testbed/stand-ins/client-app/client-app.ts';

export async function seedOAuthClient(prisma: PrismaClient): Promise<string | undefined> {
  const { CLIENT_APP_URL: url, CLIENT_APP_SECRET: secret } = process.env;
  if (!url || !secret) return undefined;
  const data = {
    name: CLIENT_APP.name,
    secretHash: hashClientSecret(secret),
    redirectUris: [new URL(CLIENT_APP.callbackPath, url).href],
    scopes: everyScope,
  };
  await prisma.oAuthClient.upsert({
    where: { clientId: CLIENT_APP.clientId },
    create: { ...data, clientId: CLIENT_APP.clientId },
    update: data,
  });
  return url;
}
