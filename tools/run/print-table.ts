export interface TableRow {
  label: string;
  value: string;
}

/** Prints sections of label and value, all values in one column. */
export function printTable(sections: TableRow[][]): void {
  const width = Math.max(...sections.flat().map(({ label }) => label.length));
  const lines = sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(({ label, value }) => `  ${label.padEnd(width)}   ${value}`).join('\n'));
  console.log(`\n${lines.join('\n\n')}\n`);
}
