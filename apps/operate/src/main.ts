/**
 * What the `operate` image runs: the commands that an operator has in a clone, under the same names
 * (`operate export-user …`, `operate idp:import …`). docs/operating.md explains each.
 */
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { requireEnvironment } from '@foyer/tools/deploy/require-environment';

/** Scripts of package.json, each with the file and the first argument that it stands for. */
const SCRIPTS: Record<string, { file: string; first?: string }> = {
  'idp:import': { file: './saml/import-idp.ts' },
  'saml:new-key': { file: './saml/new-key.ts' },
  'oauth:register': { file: './oauth/apps.ts', first: 'register' },
  'oauth:list': { file: './oauth/apps.ts', first: 'list' },
  'oauth:edit': { file: './oauth/apps.ts', first: 'edit' },
  'oauth:delete': { file: './oauth/apps.ts', first: 'delete' },
};

/** What these commands read of the API's environment. */
const READS = [
  ...['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'INSECURE_TRANSPORT', 'PUBLIC_URL'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_API_URL', 'STRIPE_PRICE_LOOKUP_KEY'],
];

const [, , name = '', ...args] = process.argv;
const script = SCRIPTS[name];

try {
  requireEnvironment(READS);
  if (name.includes(':') && !script)
    throw new CommandError(`There is no "${name}". There are: ${Object.keys(SCRIPTS).join(', ')}.`);
  if (script) process.argv.splice(2, args.length + 1, ...(script.first ? [script.first] : []), ...args);
  await import(script?.file ?? './operate.ts');
} catch (error) {
  exitWithError(error);
}
