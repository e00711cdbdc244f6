import { runProgram } from '../project-environment.ts';

export interface TableRow {
  label: string;
  value: string;
}

export async function seedDemoData(env: NodeJS.ProcessEnv): Promise<TableRow[]> {
  const stdout = await runProgram(['prisma/seed.ts'], 'The demo data could not be added', { env });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as TableRow);
}

export function printTable(sections: TableRow[][]): void {
  const width = Math.max(...sections.flat().map(({ label }) => label.length));
  const lines = sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(({ label, value }) => `  ${label.padEnd(width)}   ${value}`).join('\n'));
  console.log(`\n${lines.join('\n\n')}\n`);
}
