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
  const { clientId } = CLIENT_APP;
  // Not `upsert`, whose INSERT the database rejects if the app exists (tidy_oauth_client).
  const { count } = await prisma.oAuthClient.updateMany({ where: { clientId }, data });
  if (count === 0) await prisma.oAuthClient.create({ data: { ...data, clientId } });
  return url;
}
