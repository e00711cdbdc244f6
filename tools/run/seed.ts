import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import type { TableRow } from './print-table.ts';

const run = promisify(execFile);

/** Adds the demo data that is missing; gives what a person may log in with or open. */
export async function seedDemoData(env: NodeJS.ProcessEnv): Promise<TableRow[]> {
  try {
    const { stdout } = await run(process.execPath, ['prisma/seed.ts'], { cwd: ROOT, env });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as TableRow);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new CommandError(`The demo data could not be added:\n${stderr?.trim() || message}`);
  }
}
