import { createHash } from 'node:crypto';
import { oauthScopes, type OAuthScope } from '@foyer/contracts/oauth';
import type { PrismaClient } from '@foyer/db/client';
import { Fault } from '../fault.ts';
import { makeSecret } from '../portal/secrets.ts';
import { faultOfRedirectUri } from './redirect-uri.ts';

/** An app as the operator registers it. */
export interface ClientRegistration {
  /** 3 to 64 small letters, digits and hyphens. */
  clientId: string;
  /** What people read when they are asked. */
  name: string;
  redirectUris: string[];
  scopes: string[];
  /** Runs where it can keep no secret: in a browser or on a phone (RFC 6749 2.1). */
  isPublic: boolean;
}

/** All scopes there are. */
export const everyScope = Object.keys(oauthScopes) as OAuthScope[];

const CLIENT_ID = /^[a-z0-9][a-z0-9-]{2,63}$/;
/** Neither controls nor what turns the direction of writing: a name is shown as it is. */
const NAME = /^[^\p{C}]{1,60}$/u;

/**
 * Adds the app. Gives its secret, which is kept as a hash only, or nothing for a public one. Throws a `Fault` in words
 * when something stands against it.
 */
export async function registerClient(
  prisma: PrismaClient,
  registration: ClientRegistration,
): Promise<string | undefined> {
  checkRegistration(registration);
  const { isPublic, clientId, ...data } = registration;
  const secret = isPublic ? undefined : makeSecret();
  const secretHash = secret === undefined ? null : hashClientSecret(secret);
  const { count } = await prisma.oAuthClient.createMany({
    data: { ...data, clientId, secretHash },
    skipDuplicates: true,
  });
  if (count === 0) throw new Fault(`The client id "${clientId}" is taken. Choose another one.`);
  return secret;
}

/** Gives the app a new secret; the old one is worth nothing from now on. Throws a `Fault`. */
export async function rotateClientSecret(prisma: PrismaClient, clientId: string): Promise<string> {
  const secret = makeSecret();
  const { count } = await prisma.oAuthClient.updateMany({
    where: { clientId, secretHash: { not: null } },
    data: { secretHash: hashClientSecret(secret) },
  });
  if (count > 0) return secret;
  if ((await prisma.oAuthClient.count({ where: { clientId } })) > 0)
    throw new Fault(`"${clientId}" is a public app: it has no secret.`);
  throw unknownClient(clientId);
}

/** Shuts the app out, or lets it in again. Throws a `Fault` when there is no such app. */
export async function setClientEnabled(
  prisma: PrismaClient,
  clientId: string,
  isEnabled: boolean,
): Promise<void> {
  const { count } = await prisma.oAuthClient.updateMany({ where: { clientId }, data: { isEnabled } });
  if (count === 0) throw unknownClient(clientId);
}

/** The form in which a client secret is stored: its SHA-256. It is random, so nothing slower is needed. */
export function hashClientSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

function checkRegistration({ clientId, name, redirectUris, scopes }: ClientRegistration): void {
  if (!CLIENT_ID.test(clientId))
    throw new Fault(`The client id "${clientId}" is not 3 to 64 small letters, digits and hyphens.`);
  if (!NAME.test(name) || name.trim() !== name)
    throw new Fault('The name is to be 1 to 60 characters, without spaces around it.');
  if (redirectUris.length === 0) throw new Fault('Give at least one --redirect-uri.');
  for (const uri of redirectUris) {
    const fault = faultOfRedirectUri(uri);
    if (fault) throw new Fault(`The redirect URI "${uri}" ${fault}.`);
  }
  if (scopes.length === 0) throw new Fault(`Give at least one --scope. ${knownScopes()}`);
  for (const scope of scopes)
    if (!Object.hasOwn(oauthScopes, scope)) throw new Fault(`There is no scope "${scope}". ${knownScopes()}`);
}

function knownScopes(): string {
  const lines = Object.entries(oauthScopes).map(([scope, words]) => `  ${scope.padEnd(15)} ${words}`);
  return `There are:\n${lines.join('\n')}`;
}

const unknownClient = (clientId: string): Fault =>
  new Fault(`There is no app with the client id "${clientId}".`);
