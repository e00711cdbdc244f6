import { readFileSync } from 'node:fs';
import type { PrismaClient } from '@foyer/db/client';
import { findErased } from '@foyer/db/erasures';
import { CommandError } from '@foyer/tools/command-error';
import type { CommandDatabase } from './with-database.ts';
import { eraseUser } from './erase-user.ts';

const HASH = /\b[\da-f]{64}\b/g;

/** Returns the time and hash of each erasure, the newest last, for storage outside the database. */
export async function listErasures(prisma: PrismaClient): Promise<string[]> {
  const rows = await prisma.erasure.findMany({ orderBy: { at: 'asc' } });
  return rows.map(({ idHash, at }) => `${at.toISOString()} ${Buffer.from(idHash).toString('hex')}`);
}

/**
 * Repeats erasures in a restored copy, by the hashes in the copy and in files. A file is the output of `list-erasures`
 * or a log; `-` is standard input. Uses one transaction per person. Throws `CommandError` at the end if a person could
 * not be erased.
 */
export async function repeatErasures(database: CommandDatabase, files: string[]): Promise<string[]> {
  const { prisma } = database;
  const given = files.flatMap((file) => readText(file).match(HASH) ?? []);
  const own = (await listErasures(prisma)).map((line) => line.slice(-64));
  const hashes = [...new Set([...own, ...given])];
  const left: string[] = [];
  let erased = 0;
  // Accounts come first, because their erasure includes the rows with their former addresses.
  for (const isAccount of [true, false])
    for (const { email, account } of await findErased(prisma, hashes)) {
      if (account !== isAccount) continue;
      try {
        if (!account && (await hasAccount(prisma, email)))
          throw new CommandError('The address now belongs to another account, which was not erased.');
        await eraseUser(database, email);
        erased += 1;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        left.push(`${email}: ${error.message}`);
      }
    }
  const outcome = `${hashes.length} erased rows are known; ${erased} restored person(s) are erased again.`;
  if (left.length > 0)
    throw new CommandError([outcome, 'Not erased (fix the cause, then retry):', ...left].join('\n'));
  return [outcome];
}

async function hasAccount(prisma: PrismaClient, email: string): Promise<boolean> {
  return (await prisma.user.count({ where: { email } })) > 0;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}
