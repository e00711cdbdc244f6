import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { readMajorVersion } from './postgres-binaries.ts';
import type { PostgresHome } from './postgres-home.ts';

/** The account inside the database; it owns everything there. */
export const SUPERUSER = 'foyer';

/** Makes the data folder if there is none, and refuses one that another major version has written. */
export async function prepareCluster(home: PostgresHome): Promise<void> {
  const versionFile = join(home.data, 'PG_VERSION');
  if (!existsSync(versionFile)) return createCluster(home);
  const written = readFileSync(versionFile, 'utf8').trim();
  const installed = readMajorVersion(home.binaries.postgres);
  if (written !== installed) {
    throw new CommandError(
      `The data in ${home.data} was written by Postgres ${written}, and this project brings Postgres ${installed}. ` +
        'Begin anew with: npm start -- --reset',
    );
  }
}

/** The superuser's password, made once together with the data. */
export function readPassword(home: PostgresHome): string {
  return readFileSync(home.passwordFile, 'utf8').trim();
}

/** Made under another name first, so that a run killed half-way leaves nothing that looks like a data folder. */
async function createCluster(home: PostgresHome): Promise<void> {
  const unfinished = `${home.data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(home.data, { recursive: true, force: true });
  writeFileSync(home.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (home.account) chownSync(home.passwordFile, home.account.uid, home.account.gid);
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${home.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // What is lost in a power cut is made again by the next start.
    '--no-sync',
  ];
  try {
    await promisify(execFile)(home.binaries.initdb, args, {
      cwd: '/',
      env: { TZ: 'UTC', LC_ALL: 'C' },
      ...home.account,
    });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
    throw explainFailure(`${stderr}\n${message}`, home);
  }
  renameSync(unfinished, home.data);
}

/** Turns the words of initdb or Postgres into ours. */
export function explainFailure(output: string, home: PostgresHome): CommandError {
  if (output.includes('No space left on device')) {
    return new CommandError(
      `The disk is full: Postgres could not write to ${home.folder}. Free some space, then start again.`,
    );
  }
  return new CommandError(`The embedded Postgres does not start. It said:\n${output.trim()}`);
}
