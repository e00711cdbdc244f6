/**
 * `npm run operate -- secrets:new [file]`: writes secrets for a new portal, by default to .env. Never replaces a file.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, hasCode, exitWithError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { linesOf, makeDeploymentSecrets } from './deployment-secrets.ts';

const [file = '.env'] = process.argv.slice(2);

try {
  const text = `# Secrets of this installation, made by \`npm run operate -- secrets:new\`. Keep them safe: anyone who has them can act as the portal.
${linesOf(await makeDeploymentSecrets())}`;
  writeFileSync(resolve(ROOT, file), text, { mode: 0o600, flag: 'wx' });
  console.log(`${file} contains new secrets.`);
} catch (error) {
  const isThere = hasCode(error, 'EEXIST');
  exitWithError(
    isThere
      ? new CommandError(`${file} already exists, and existing data needs its secrets. Nothing was changed.`)
      : error,
  );
}
