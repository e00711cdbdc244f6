import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** An error that the user of a command can fix. Its message is a sentence, shown without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Prints a `CommandError` or a common system error as a sentence, others with their stack. Exits with code 1. */
export function exitWithError(error: unknown): never {
  const sentence = error instanceof CommandError ? error.message : explainSystemError(error);
  if (sentence === undefined) console.error(error);
  else console.error(`\n${sentence}\n`);
  process.exit(1);
}

function explainSystemError(error: unknown): string | undefined {
  const { path = 'the data folder' } = (error ?? {}) as { path?: string };
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'The disk is full. Free some space, then start again.';
  if (hasCode(error, 'EROFS')) return `${path} cannot be written to: it is on a read-only file system.`;
  if (hasCode(error, 'EACCES', 'EPERM'))
    return isOwn(path)
      ? `${path} cannot be used. Check its permissions and those of its folder.`
      : `This account may not use ${path}. If root or another account made it, run as that account, or change the owner.`;
  return undefined;
}

/** Returns whether this process' user owns a file or, if the file does not exist, its folder. */
function isOwn(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
    return found.uid === process.getuid?.();
  } catch {
    return false;
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code !== undefined && codes.includes(code);
}
