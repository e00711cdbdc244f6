/**
 * The service `secrets` of docker-compose.yml. It generates missing secrets, stores all in its volume, and writes each
 * reader's secrets into that reader's volume. Its environment takes precedence over stored values. `--print` prints
 * the secrets for a backup and writes nothing.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { hasCode, exitWithError } from '../command-error.ts';
import { linesOf, makeDeploymentSecrets, secretFiles, SECRETS_FILE } from './deployment-secrets.ts';

const FOLDER = process.env['SECRETS_FOLDER'] || '/run/foyer';
const READERS = process.env['SECRETS_READERS_FOLDER'] || '/run/foyer-for';

try {
  const given = Object.entries(process.env).filter(([, value]) => value);
  const secrets = await makeDeploymentSecrets({ ...readKept(), ...Object.fromEntries(given) });
  if (process.argv.includes('--print')) process.stdout.write(linesOf(secrets));
  else {
    write(join(FOLDER, SECRETS_FILE), linesOf(secrets));
    for (const [reader, files] of Object.entries(secretFiles(secrets, process.env)))
      for (const [name, text] of Object.entries(files)) write(join(READERS, reader, name), text);
  }
} catch (error) {
  exitWithError(error);
}

function readKept(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(FOLDER, SECRETS_FILE), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

/**
 * Writes a file atomically, so that a container that starts at this moment reads either the old file or the new one.
 */
function write(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
