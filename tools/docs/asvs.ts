/**
 * Generates docs/reference/asvs.md: each requirement of OWASP ASVS 5.0, levels 1 and 2, with its evidence. `node
 * tools/run/bootstrap.mjs test tools/docs/asvs` writes it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from '../paths.ts';
import { BY_DOCUMENT, LEVELS, NOT_MET } from './asvs-rows.ts';
import { readRepository } from './read-repository.ts';
import type { Files } from './references.ts';

export const ASVS_PAGE = 'docs/reference/asvs.md';
const TEST = /^(?!tools\/docs\/).*\.(?:spec|story)\.tsx?$/;
const TAGGED = /\[asvs ([\d., ]+)\]['"`]/g;

const level = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].map((one, at): [string, string] => [`${section}.${at + 1}`, one]),
  ),
);

function specsByRow(files: Files): Map<string, string[]> {
  const tests = [...files].flatMap(([path, text]) =>
    TEST.test(path)
      ? [...text.matchAll(TAGGED)].flatMap(([, rows = '']) => rows.split(', ').map((row) => ({ row, path })))
      : [],
  );
  return new Map(
    [...Map.groupBy(tests, ({ row }) => row)].map(([row, all]) => [
      row,
      [...new Set(all.map(({ path }) => `\`${path}\``))],
    ]),
  );
}

/** Returns a fault for each requirement without evidence or with two kinds of evidence, and for each unknown one. */
export function findAsvsFaults(files: Files): string[] {
  const answered = [
    ...specsByRow(files).keys(),
    ...rowsOf(NOT_MET.map(([, rows]) => rows)),
    ...rowsOf(BY_DOCUMENT.map(([rows]) => rows)),
  ];
  return [
    ...[...level.keys()].filter((row) => !answered.includes(row)).map((row) => `${row} is missing`),
    ...answered.filter((row) => !level.has(row)).map((row) => `${row} is not a row of levels 1 and 2`),
    ...answered
      .filter((row, at) => answered.indexOf(row) !== at)
      .map((row) => `${row} has two pieces of evidence`),
  ];
}

export async function drawAsvsPage(files: Files): Promise<string> {
  const specs = specsByRow(files);
  const tested = [...level.keys()].filter((row) => specs.has(row));
  const documented = rowsOf(BY_DOCUMENT.map(([rows]) => rows));
  const inState = (state: string) => NOT_MET.filter(([one]) => one === state);
  const count = (state: string) => rowsOf(inState(state).map(([, rows]) => rows)).length;
  const met = [...tested, ...documented];
  const absent = rowsOf(inState('not here').map(([, rows]) => rows));
  const ofLevel = (one: string) =>
    `${met.filter((row) => level.get(row) === one).length} of ${[...level].filter(([row, of]) => of === one && !absent.includes(row)).length}`;
  const levelsOf = (rows: string) => [...new Set(rows.split(', ').map((row) => level.get(row)))].join(', ');
  const lacking = [...inState('open'), ...inState('partly')];
  const page = `# OWASP ASVS 5.0, levels 1 and 2

**${met.length} of the ${level.size - absent.length} rows that apply are met** (level 1: ${ofLevel('1')}, level 2: ${ofLevel('2')}): ${tested.length} by a test, ${documented.length} by a document.
Partly met: ${count('partly')}. Open: ${count('open')}. Up to the installation: ${count('operators')}. Not applicable: ${absent.length}.

Drawn by \`node tools/run/bootstrap.mjs test tools/docs/asvs\`; do not edit. A test meets a row when its title ends with the number, as in \`[asvs 10.4.1]\`.
Other rows are in \`tools/docs/asvs-rows.ts\`. [Security 0](../security.md#0-where-we-differ-from-the-standards) lists deliberate differences.

## Not met

${table(
  ['Row', 'Level', '', 'Why'],
  lacking.map(([state, rows, why]) => [rows, levelsOf(rows), state, why]),
)}

## Up to the installation

${table(
  ['Row', 'Level', 'What the portal does'],
  inState('operators').map(([, rows, why]) => [rows, levelsOf(rows), why]),
)}

## Met by document

${table(
  ['Row', 'Level', 'Where'],
  BY_DOCUMENT.map(([rows, where]) => [rows, levelsOf(rows), where]),
)}

## Met by test

${table(
  ['Row', 'Spec'],
  tested.map((row) => [row, (specs.get(row) ?? []).join('<br>')]),
)}

## Not applicable

${inState('not here')
  .map(([, rows, what]) => `- ${rows}: ${what}`)
  .join('\n')}
`;
  const { code } = await format(ASVS_PAGE, page);
  return code;
}

const rowsOf = (lists: readonly string[]): string[] => lists.flatMap((rows) => rows.split(', '));

function table(head: string[], rows: (string | undefined)[][]): string {
  return [head, head.map(() => '-'), ...rows]
    .map((cells) => `| ${cells.map((cell = '') => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

if (import.meta.main) writeFileSync(join(ROOT, ASVS_PAGE), await drawAsvsPage(readRepository()));
