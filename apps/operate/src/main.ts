/**
 * `npm run operate -- <command>` in a clone, `operate <command>` in the image. Commands with their own file are listed
 * here, the others in operate.ts. docs/operate.md, install.md, identity-providers.md and connecting-an-app.md explain
 * them.
 */
import { exitWithError } from '@foyer/tools/command-error';
import { requireEnvironment } from '@foyer/tools/deploy/require-environment';
import { ownerUrl } from '@foyer/tools/prisma/database-urls';

/** `first`: the file's first argument. `readsItself`: the file reads and checks the environment itself. */
const COMMANDS: Record<string, { file: string; first?: string; readsItself?: true }> = {
  check: { file: './check/check.ts', readsItself: true },
  'idp:import': { file: './saml/import-idp.ts' },
  'saml:new-key': { file: './saml/new-key.ts' },
  'secrets:new': { file: '@foyer/tools/deploy/new-secrets' },
  migrate: { file: '@foyer/tools/deploy/migrate' },
  'oauth:register': { file: './oauth/apps.ts', first: 'register' },
  'oauth:list': { file: './oauth/apps.ts', first: 'list' },
  'oauth:edit': { file: './oauth/apps.ts', first: 'edit' },
  'oauth:delete': { file: './oauth/apps.ts', first: 'delete' },
};

const READS = [
  'MIGRATE_DATABASE_URL',
  'DATABASE_URL',
  'WORKER_DATABASE_URL',
  'INSECURE_TRANSPORT',
  'PUBLIC_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_API_URL',
];

const [, , name = '', ...args] = process.argv;
let command = COMMANDS[name];

try {
  // The image sets NODE_ENV to `production`. In a clone, the rules of production do not apply.
  process.env['NODE_ENV'] ??= 'development';
  requireEnvironment(command?.readsItself ? [] : READS);
  // Without a database URL, `migrate` migrates the database of `npm start`.
  if (name === 'migrate' && !ownerUrl()) command = { file: '@foyer/tools/run/database', first: 'migrate' };
  if (command) process.argv.splice(2, args.length + 1, ...(command.first ? [command.first] : []), ...args);
  await import(command?.file ?? './operate.ts');
} catch (error) {
  exitWithError(error);
}
