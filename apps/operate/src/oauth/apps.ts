/**
 * `npm run operate -- oauth:register`, `oauth:list`, `oauth:edit` and `oauth:delete`: manage the apps that connect to
 * the portal. Without MIGRATE_DATABASE_URL, DATABASE_URL and PUBLIC_URL, they use the portal of `npm start`.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { PrismaClient } from '@foyer/db/client';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { findPublicUrl } from '@foyer/tools/run/started-addresses';
import { withDatabase } from '../with-database.ts';
import {
  addClientSecret,
  deleteClient,
  editClient,
  endOldSecret,
  listClients,
  registerClient,
  replaceClientSecrets,
  type ClientChanges,
  type ClientRegistration,
  type TakenScopes,
} from './manage-clients.ts';

const USAGE = `npm run operate -- oauth:register
  --name "Planner"                           the name on the consent page
  --redirect-uri https://…                   an address to which users return; may be repeated
  --scope profile                            a scope the app may request; may be repeated
  --public                                   the app can't keep a secret: it runs in a browser or on a phone
  --client-id planner                        generated if left out

npm run operate -- oauth:list                each app, its scopes, and how many users granted access

npm run operate -- oauth:edit <client_id>    options that are left out stay as they are
  --name, --redirect-uri, --scope            as above; lists are replaced as a whole
  --new-secret                               a second secret; the first stays valid until
  --end-old-secret                           with --new-secret: ends every old secret, after a leak
  --disable, --enable                        deactivates or reactivates the app

npm run operate -- oauth:delete <client_id>
                                             deletes the app and all access that users granted it`;

const ONCE = 'The secret is shown only now, because only its hash is stored. Send it over a secure channel.';

const about = {
  name: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
} as const;

type Task = (prisma: PrismaClient) => Promise<string[]>;

try {
  const [command = '', ...args] = process.argv.slice(2);
  const isAsked = args.includes('--help') || args.includes('-h');
  const lines = isAsked ? [USAGE] : await runTask(readTask(command, args));
  console.log(lines.join('\n'));
} catch (error) {
  exitWithError(error);
}

function runTask(task: Task): Promise<string[]> {
  return withDatabase(({ prisma }) => task(prisma));
}

function readTask(command: string, args: string[]): Task {
  switch (command) {
    case 'register':
      return readRegistration(args);
    case 'list':
      read(args, {}, 0);
      return list;
    case 'edit':
      return readEdit(args);
    case 'delete': {
      const [clientId] = read(args, {}, 1).positionals;
      return (prisma) => remove(prisma, clientId);
    }
    default:
      throw new CommandError(USAGE);
  }
}

function readRegistration(args: string[]): Task {
  const { values } = read(
    args,
    { ...about, public: { type: 'boolean' }, 'client-id': { type: 'string' } },
    0,
  );
  const { name, 'redirect-uri': redirectUris = [], scope: scopes = [], 'client-id': clientId } = values;
  if (name === undefined) throw new CommandError(USAGE);
  return (prisma) =>
    register(prisma, {
      clientId: clientId ?? randomUUID(),
      name,
      redirectUris: [...new Set(redirectUris)],
      scopes: [...new Set(scopes)],
      isPublic: values.public ?? false,
    });
}

function readEdit(args: string[]): Task {
  const { values, positionals } = read(
    args,
    {
      ...about,
      'new-secret': { type: 'boolean' },
      'end-old-secret': { type: 'boolean' },
      disable: { type: 'boolean' },
      enable: { type: 'boolean' },
    },
    1,
  );
  const [clientId] = positionals;
  const { name, 'redirect-uri': redirectUris, scope: scopes, disable, enable } = values;
  if (disable && enable) throw new CommandError(USAGE);
  const changes: ClientChanges = {
    ...(name === undefined ? {} : { name }),
    ...(redirectUris ? { redirectUris: [...new Set(redirectUris)] } : {}),
    ...(scopes ? { scopes: [...new Set(scopes)] } : {}),
    ...(disable || enable ? { isEnabled: enable === true } : {}),
  };
  const secretTask = readSecretTask(values['new-secret'], values['end-old-secret']);
  const tasks: Task[] = [
    ...(Object.keys(changes).length > 0 ? [(prisma: PrismaClient) => edit(prisma, clientId, changes)] : []),
    ...(secretTask ? [(prisma: PrismaClient) => secretTask(prisma, clientId)] : []),
  ];
  if (tasks.length === 0) throw new CommandError(USAGE);
  return async (prisma) => {
    const lines: string[] = [];
    for (const task of tasks) lines.push(...(await task(prisma)));
    return lines;
  };
}

function readSecretTask(isNew: boolean | undefined, isOldEnded: boolean | undefined) {
  if (isNew && isOldEnded) return replaceSecrets;
  if (isNew) return addSecret;
  return isOldEnded ? endOld : undefined;
}

function read<const Options extends NonNullable<ParseArgsConfig['options']>, Names extends 0 | 1>(
  args: string[],
  options: Options,
  names: Names,
) {
  const { values, positionals } = parse(args, options);
  if (positionals.length !== names) throw new CommandError(USAGE);
  return { values, positionals: positionals as Names extends 1 ? [string] : [] };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function register(prisma: PrismaClient, registration: ClientRegistration): Promise<string[]> {
  const secret = await registerClient(prisma, registration);
  return [
    `The app "${registration.name}" is registered.`,
    '',
    `  client_id       ${registration.clientId}`,
    `  client_secret   ${secret ?? 'none: it is a public app'}`,
    `  metadata        ${new URL('/.well-known/oauth-authorization-server', findPublicUrl()).href}`,
    '',
    ...(secret ? [ONCE] : []),
    'Send docs/connecting-an-app.md to the developers of the app.',
  ];
}

async function list(prisma: PrismaClient): Promise<string[]> {
  const clients = await listClients(prisma);
  if (clients.length === 0)
    return ['No app is registered. To register one, see `npm run operate -- oauth:register --help`.'];
  return clients.flatMap((client) => [
    `${client.clientId}  "${client.name}"${client.isEnabled ? '' : '  (disabled)'}`,
    `  secret          ${describeSecret(client)}`,
    `  redirect URIs   ${client.redirectUris.join(' ')}`,
    `  scopes          ${client.scopes.join(' ')}`,
    `  connections     ${client._count.grants}`,
  ]);
}

function describeSecret({
  secretHash,
  oldSecretHash,
}: Record<'secretHash' | 'oldSecretHash', Uint8Array | null>) {
  if (secretHash === null) return 'none: it is a public app';
  return oldSecretHash === null ? 'one' : 'two: the older one is still valid, see --end-old-secret';
}

async function edit(prisma: PrismaClient, clientId: string, changes: ClientChanges): Promise<string[]> {
  const taken = await editClient(prisma, clientId, changes);
  const { isEnabled, ...rest } = changes;
  return [
    ...(Object.keys(rest).length > 0 ? [`The app "${clientId}" is changed; ${describeTaken(taken)}`] : []),
    ...(isEnabled === true ? [`The app "${clientId}" is active again, for all connected users.`] : []),
    ...(isEnabled === false
      ? [`The app "${clientId}" is deactivated: no one can connect it, and its tokens are rejected.`]
      : []),
  ];
}

function describeTaken({ scopes, connections, ended }: TakenScopes): string {
  if (connections === 0) return 'connected users stay connected.';
  const lose = connections === 1 ? '1 connection loses' : `${connections} connections lose`;
  const end = ended === 1 ? '1 of them ends' : `${ended} of them end`;
  return `${lose} ${scopes.join(' ')}${ended === 0 ? '' : `; ${end}, because no scope is left`}. If you add the scope again, users have to consent again.`;
}

async function addSecret(prisma: PrismaClient, clientId: string): Promise<string[]> {
  const secret = await addClientSecret(prisma, clientId);
  return [
    `The app "${clientId}" has a second secret. The first stays valid until you run \`npm run operate -- oauth:edit ${clientId} --end-old-secret\`.`,
    '',
    `  client_secret   ${secret}`,
    '',
    ONCE,
  ];
}

async function replaceSecrets(prisma: PrismaClient, clientId: string): Promise<string[]> {
  const secret = await replaceClientSecrets(prisma, clientId);
  return [
    `The app "${clientId}" has a new secret, and all old ones are invalid. Connected users stay connected.`,
    '',
    `  client_secret   ${secret}`,
    '',
    ONCE,
  ];
}

async function endOld(prisma: PrismaClient, clientId: string): Promise<string[]> {
  await endOldSecret(prisma, clientId);
  return [`The older secret of "${clientId}" is now invalid. Connected users stay connected.`];
}

async function remove(prisma: PrismaClient, clientId: string): Promise<string[]> {
  await deleteClient(prisma, clientId);
  return [`The app "${clientId}" and all access that users granted it are deleted.`];
}
