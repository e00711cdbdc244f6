/**
 * What the service `secrets` of docker-compose.yml runs: keeps this installation's secrets in a volume, and makes those
 * that are missing. What the environment gives takes the place of what is kept. `--print` prints them, for a safe place.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { hasCode, exitWithError } from '../command-error.ts';
import { linesOf, makeDeploymentSecrets, secretFiles } from './deployment-secrets.ts';

const FOLDER = process.env['SECRETS_FOLDER'] || '/run/foyer';
/** Contains all secrets; the other files are derived from it. */
const KEPT = 'secrets.env';

try {
  const given = Object.entries(process.env).filter(([, value]) => value);
  const secrets = await makeDeploymentSecrets({ ...readKept(), ...Object.fromEntries(given) });
  if (process.argv.includes('--print')) process.stdout.write(linesOf(secrets));
  else {
    const files = { ...secretFiles(secrets, process.env), [KEPT]: linesOf(secrets) };
    for (const [name, text] of Object.entries(files)) write(name, text);
  }
} catch (error) {
  exitWithError(error);
}

function readKept(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(FOLDER, KEPT), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

/** Atomic: a container starting meanwhile reads the old file or the new one. */
function write(name: string, text: string): void {
  const file = join(FOLDER, name);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
