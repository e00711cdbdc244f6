import { createHash } from 'node:crypto';
import { oauthScopes, type OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { Prisma, PrismaClient, Transaction } from '@foyer/db/client';
import { CommandError } from '@foyer/tools/command-error';
import { recordClientChange } from '../record.ts';
import { makeSecret } from '@foyer/tools/run/secrets';
import { redirectUriErrorOf } from './redirect-uri.ts';

export interface ClientRegistration {
  clientId: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  /** A public client: it runs in a browser or on a phone and can keep no secret (RFC 6749 2.1). */
  isPublic: boolean;
}

export type ClientChanges = Partial<Pick<ClientRegistration, 'name' | 'redirectUris' | 'scopes'>> & {
  isEnabled?: boolean;
};

export const everyScope = Object.keys(oauthScopes) as OAuthScope[];

const CLIENT_ID = /^[a-z0-9][a-z0-9-]{2,63}$/;
/** Excludes control characters and direction marks, because pages show the name unchanged. */
const NAME = /^[^\p{C}]{1,60}$/u;

/**
 * Returns the app's secret, which is stored only as a hash. A public app has none. Throws a `CommandError` for invalid
 * values or a taken client ID.
 */
export async function registerClient(
  prisma: PrismaClient,
  registration: ClientRegistration,
): Promise<string | undefined> {
  if (!CLIENT_ID.test(registration.clientId))
    throw new CommandError(
      `The client id "${registration.clientId}" must have 3 to 64 lowercase letters, digits and hyphens.`,
    );
  checkClient(registration);
  const { isPublic, clientId, ...data } = registration;
  const secret = isPublic ? undefined : makeSecret();
  const secretHash = secret === undefined ? null : hashClientSecret(secret);
  await prisma.$transaction(async (transaction) => {
    const taken = await transaction.oAuthClient.count({ where: { clientId } });
    if (taken > 0) throw new CommandError(`The client id "${clientId}" is taken. Choose another one.`);
    await transaction.oAuthClient.create({ data: { ...data, clientId, secretHash }, select: { id: true } });
    await recordClientChange(transaction, clientId, 'register');
  });
  return secret;
}

export async function listClients(prisma: PrismaClient) {
  return prisma.oAuthClient.findMany({
    orderBy: { clientId: 'asc' },
    include: {
      _count: { select: { grants: { where: { revokedAt: null, expiresAt: { gt: new Date() } } } } },
    },
  });
}

export type TakenScopes = { scopes: string[]; connections: number; ended: number };

/**
 * If the app loses a scope, its connections lose it too (`tidy_oauth_client`). Throws a `CommandError` for an unknown
 * app or invalid values.
 */
export async function editClient(
  prisma: PrismaClient,
  clientId: string,
  changes: ClientChanges,
): Promise<TakenScopes> {
  checkClient(changes);
  const taken = await findTakenScopes(prisma, clientId, changes);
  await change(prisma, clientId, Object.keys(changes).join(' '), changes);
  return taken;
}

async function findTakenScopes(
  prisma: PrismaClient,
  clientId: string,
  { scopes: kept }: ClientChanges,
): Promise<TakenScopes> {
  const client = await prisma.oAuthClient.findUnique({ where: { clientId }, select: { scopes: true } });
  const scopes = kept && client ? client.scopes.filter((scope) => !kept.includes(scope)) : [];
  if (!kept || scopes.length === 0) return { scopes, connections: 0, ended: 0 };
  const losing: Prisma.OAuthGrantWhereInput = {
    client: { clientId },
    revokedAt: null,
    expiresAt: { gt: new Date() },
    scopes: { hasSome: scopes },
  };
  const [connections, ended] = await Promise.all([
    prisma.oAuthGrant.count({ where: losing }),
    prisma.oAuthGrant.count({ where: { ...losing, NOT: { scopes: { hasSome: kept } } } }),
  ]);
  return { scopes, connections, ended };
}

/**
 * Creates a second secret for the app. The first stays valid until `endOldSecret`, so that the app's servers can be
 * updated one by one. Throws a `CommandError` for an unknown or public app, and if it already has two secrets.
 */
export async function addClientSecret(prisma: PrismaClient, clientId: string): Promise<string> {
  const secret = makeSecret();
  const { secretHash, oldSecretHash } = await findClient(prisma, clientId);
  if (secretHash === null) throw new CommandError(`"${clientId}" is a public app: it has no secret.`);
  if (oldSecretHash !== null)
    throw new CommandError(`"${clientId}" has two secrets. End the old one first: --end-old-secret.`);
  await change(
    prisma,
    clientId,
    'new-secret',
    { secretHash: hashClientSecret(secret), oldSecretHash: secretHash },
    { secretHash, oldSecretHash: null },
  );
  return secret;
}

/**
 * Replaces all secrets of an app by a new one, for example after a leak. Throws a `CommandError` for an unknown or
 * public app.
 */
export async function replaceClientSecrets(prisma: PrismaClient, clientId: string): Promise<string> {
  const secret = makeSecret();
  const { secretHash } = await findClient(prisma, clientId);
  if (secretHash === null) throw new CommandError(`"${clientId}" is a public app: it has no secret.`);
  const data = { secretHash: hashClientSecret(secret), oldSecretHash: null };
  await change(prisma, clientId, 'new-secret end-old-secret', data);
  return secret;
}

export async function endOldSecret(prisma: PrismaClient, clientId: string): Promise<void> {
  const { oldSecretHash } = await findClient(prisma, clientId);
  if (oldSecretHash === null) throw new CommandError(`"${clientId}" has no older secret.`);
  await change(prisma, clientId, 'end-old-secret', { oldSecretHash: null }, { oldSecretHash });
}

/** Deletes the app and all access that users granted it. Throws a `CommandError` for an unknown app. */
export async function deleteClient(prisma: PrismaClient, clientId: string): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.oAuthClient.deleteMany({ where: { clientId } });
    if (count === 0) throw unknownClient(clientId);
    await recordClientChange(transaction, clientId, 'delete');
  });
}

/** Returns the stored form of a client secret: its SHA-256. The secret is random, so a slow hash is not needed. */
export function hashClientSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

async function findClient(prisma: Transaction, clientId: string) {
  const client = await prisma.oAuthClient.findUnique({
    where: { clientId },
    select: { secretHash: true, oldSecretHash: true },
  });
  if (!client) throw unknownClient(clientId);
  return client;
}

async function change(
  prisma: PrismaClient,
  clientId: string,
  what: string,
  data: Prisma.OAuthClientUpdateInput,
  expected: Prisma.OAuthClientWhereInput = {},
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await findClient(transaction, clientId);
    const { count } = await transaction.oAuthClient.updateMany({ where: { clientId, ...expected }, data });
    if (count === 0) throw new CommandError(`Another operator just changed "${clientId}". Check the app.`);
    await recordClientChange(transaction, clientId, what);
  });
}

function checkClient({ name, redirectUris, scopes }: ClientChanges): void {
  if (name !== undefined && (!NAME.test(name) || name.trim() !== name))
    throw new CommandError('The name must have 1 to 60 characters, without spaces around it.');
  if (redirectUris?.length === 0) throw new CommandError('Give at least one --redirect-uri.');
  for (const uri of redirectUris ?? []) {
    const fault = redirectUriErrorOf(uri);
    if (fault !== undefined) throw new CommandError(`The redirect URI "${uri}" ${fault}.`);
  }
  if (scopes?.length === 0) throw new CommandError(`Give at least one --scope. ${knownScopes()}`);
  for (const scope of scopes ?? [])
    if (!Object.hasOwn(oauthScopes, scope))
      throw new CommandError(`There is no scope "${scope}". ${knownScopes()}`);
}

function knownScopes(): string {
  const lines = Object.entries(oauthScopes).map(([scope, words]) => `  ${scope.padEnd(15)} ${words}`);
  return `The scopes are:\n${lines.join('\n')}`;
}

const unknownClient = (clientId: string): CommandError =>
  new CommandError(`There is no app with the client id "${clientId}".`);
