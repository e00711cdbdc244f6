import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';

export interface TableRow {
  label: string;
  value: string;
}

/** Adds the demo data that is missing; gives what a person may log in with or open. */
export async function seedDemoData(env: NodeJS.ProcessEnv): Promise<TableRow[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['prisma/seed.ts'], { cwd: ROOT, env });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as TableRow);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new CommandError(`The demo data could not be added:\n${stderr?.trim() || message}`);
  }
}

/** Prints sections of label and value, all values in one column. */
export function printTable(sections: TableRow[][]): void {
  const width = Math.max(...sections.flat().map(({ label }) => label.length));
  const lines = sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(({ label, value }) => `  ${label.padEnd(width)}   ${value}`).join('\n'));
  console.log(`\n${lines.join('\n\n')}\n`);
}
