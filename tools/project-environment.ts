import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from './command-error.ts';
import { PACKAGE_BIN, ROOT } from './paths.ts';

/** Returns the environment for the project's programs. The project's Node is first in the PATH. */
export function projectEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [PACKAGE_BIN, process.env['PATH']].filter(Boolean).join(delimiter),
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    NX_DAEMON: 'false',
    ...extra,
  };
}

/** Runs a Node program and returns its standard output. If it fails, throws a `CommandError` with all its output. */
export async function runProgram(
  args: string[],
  complaint: string,
  { cwd = ROOT, env = projectEnvironment() }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new CommandError(`${complaint}:\n${`${stdout}${stderr}`.trim() || message}`);
  }
}
