/**
 * `npm run oauth:register`: registers an app that connects to the portal, exchanges its secret, or shuts it out. It needs
 * DATABASE_URL and PUBLIC_URL as the API has them; without them it is the portal of `npm start` that is meant.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { PrismaClient } from '@foyer/db/client';
import { Fault, leaveWithFault } from '../fault.ts';
import { DATA } from '../places.ts';
import { findRunningDatabase } from '../portal/open-database.ts';
import { generateClientIfNeeded } from '../prisma/run-prisma.ts';
import {
  registerClient,
  rotateClientSecret,
  setClientEnabled,
  type ClientRegistration,
} from './register-client.ts';

const USAGE = `npm run oauth:register --
  --name "Planner"                what people read when they are asked
  --redirect-uri https://…        where they are led back to; may be repeated
  --scope profile                 what the app may ask for; may be repeated
  --public                        the app can keep no secret: it runs in a browser or on a phone
  --client-id planner             otherwise one is made

npm run oauth:register -- --rotate-secret <client_id>     a new secret; the old one is worth nothing at once
npm run oauth:register -- --disable <client_id>           shuts the app out
npm run oauth:register -- --enable <client_id>            lets it in again`;

const ONCE = 'The secret is shown this once: only its hash is kept. Give it to the app in a safe way.';

type Task = (prisma: PrismaClient) => Promise<string[]>;

try {
  const lines = await runOnDatabase(readTask());
  console.log(lines.join('\n'));
} catch (error) {
  leaveWithFault(error);
}

function readTask(): Task {
  const { 'rotate-secret': rotated, disable, enable, ...registration } = readOptions();
  const others = [rotated, disable, enable].filter((clientId) => clientId !== undefined);
  if (others.length + (Object.keys(registration).length > 0 ? 1 : 0) !== 1) throw new Fault(USAGE);
  if (rotated !== undefined) return (prisma) => rotate(prisma, rotated);
  if (disable !== undefined) return (prisma) => setEnabled(prisma, disable, false);
  if (enable !== undefined) return (prisma) => setEnabled(prisma, enable, true);
  const { name, 'redirect-uri': redirectUris = [], scope: scopes = [], 'client-id': clientId } = registration;
  if (name === undefined) throw new Fault(USAGE);
  return (prisma) =>
    register(prisma, {
      clientId: clientId ?? randomUUID(),
      name,
      redirectUris: [...new Set(redirectUris)],
      scopes: [...new Set(scopes)],
      isPublic: registration.public ?? false,
    });
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        name: { type: 'string' },
        'redirect-uri': { type: 'string', multiple: true },
        scope: { type: 'string', multiple: true },
        public: { type: 'boolean' },
        'client-id': { type: 'string' },
        'rotate-secret': { type: 'string' },
        disable: { type: 'string' },
        enable: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new Fault(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function register(prisma: PrismaClient, registration: ClientRegistration): Promise<string[]> {
  const secret = await registerClient(prisma, registration);
  const publicUrl = process.env['PUBLIC_URL'] || 'http://localhost:3000';
  return [
    `The app "${registration.name}" is registered.`,
    '',
    `  client_id       ${registration.clientId}`,
    `  client_secret   ${secret ?? 'none: it is a public app'}`,
    `  metadata        ${new URL('/.well-known/oauth-authorization-server', publicUrl).href}`,
    '',
    ...(secret ? [ONCE] : []),
    'What its developers need to know is in docs/connecting-an-app.md.',
  ];
}

async function rotate(prisma: PrismaClient, clientId: string): Promise<string[]> {
  const secret = await rotateClientSecret(prisma, clientId);
  return [
    `The app "${clientId}" has a new secret. The old one is worth nothing any more; who is connected stays so.`,
    '',
    `  client_secret   ${secret}`,
    '',
    ONCE,
  ];
}

async function setEnabled(prisma: PrismaClient, clientId: string, isEnabled: boolean): Promise<string[]> {
  await setClientEnabled(prisma, clientId, isEnabled);
  return [
    isEnabled
      ? `The app "${clientId}" is let in again, for everybody who was connected.`
      : `The app "${clientId}" is shut out: nobody can connect it, and its tokens are refused.`,
  ];
}

async function runOnDatabase(task: Task): Promise<string[]> {
  const databaseUrl = process.env['DATABASE_URL'] || (await findRunningDatabase(DATA));
  if (!databaseUrl) throw new Fault('There is no database: set DATABASE_URL, or run `npm start` beside.');
  await generateClientIfNeeded();
  const { createPool, createPrismaClient } = await import('@foyer/db/client');
  const pool = createPool(databaseUrl, 2, (error) => console.error(error.message));
  try {
    return await task(createPrismaClient(pool));
  } finally {
    await pool.end();
  }
}
