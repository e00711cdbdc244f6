/** Draws docs/reference/asvs.md: how each row of OWASP ASVS 5.0 stands, and what shows it. `node tools/run/bootstrap.mjs test tools/docs/asvs` writes it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from '../paths.ts';
import { BY_DOCUMENT, LEVELS, NOT_MET } from './asvs-rows.ts';
import { readRepository } from './read-repository.ts';
import type { Files } from './references.ts';

export const ASVS_PAGE = 'docs/reference/asvs.md';
const TEST = /^(?!tools\/docs\/).*\.(?:spec|story)\.tsx?$/;
/** A title that ends with the numbers of rows. */
const TAGGED = /(['"`])(.*?) \[asvs ([\d., ]+)\]\1/g;

const level = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].map((one, at): [string, string] => [`${section}.${at + 1}`, one]),
  ),
);

/** Each row with the tests whose title bears its number. */
function testsByRow(files: Files): Map<string, string[]> {
  const tests = [...files].flatMap(([path, text]) =>
    TEST.test(path)
      ? [...text.matchAll(TAGGED)].flatMap(([, , title = '', rows = '']) =>
          rows.split(', ').map((row) => ({ row, test: `\`${path}\`: “${title}”` })),
        )
      : [],
  );
  return new Map(
    [...Map.groupBy(tests, ({ row }) => row)].map(([row, all]) => [row, all.map(({ test }) => test)]),
  );
}

/** Rows that nothing tells of, that two things tell of, or that there are not. */
export function findAsvsFaults(files: Files): string[] {
  const told = [
    ...testsByRow(files).keys(),
    ...rowsOf(NOT_MET.map(([, rows]) => rows)),
    ...rowsOf(BY_DOCUMENT.map(([rows]) => rows)),
  ];
  return [
    ...[...level.keys()].filter((row) => !told.includes(row)).map((row) => `${row} is missing`),
    ...told.filter((row) => !level.has(row)).map((row) => `${row} is no row of levels 1 and 2`),
    ...told.filter((row, at) => told.indexOf(row) !== at).map((row) => `${row} is told twice`),
  ];
}

export async function drawAsvsPage(files: Files): Promise<string> {
  const tests = testsByRow(files);
  const tested = [...level.keys()].filter((row) => tests.has(row));
  const documented = rowsOf(BY_DOCUMENT.map(([rows]) => rows));
  const inState = (state: string) => NOT_MET.filter(([one]) => one === state);
  const count = (state: string) => rowsOf(inState(state).map(([, rows]) => rows)).length;
  const met = [...tested, ...documented];
  const absent = rowsOf(inState('not here').map(([, rows]) => rows));
  const ofLevel = (one: string) =>
    `${met.filter((row) => level.get(row) === one).length} of ${[...level].filter(([row, of]) => of === one && !absent.includes(row)).length}`;
  const lacking = [...inState('open'), ...inState('partly')];
  const page = `# OWASP ASVS 5.0, levels 1 and 2

**${met.length} of the ${level.size - absent.length} rows that apply are met** (level 1: ${ofLevel('1')}, level 2: ${ofLevel('2')}), ${tested.length} by a test and ${documented.length} by a document.
Met in part: ${count('partly')}. Open: ${count('open')}. Decided where the portal is installed: ${count('operators')}. About what we do not have, and so not counted: ${absent.length}.

Drawn by \`node tools/run/bootstrap.mjs test tools/docs/asvs\`; do not edit. A row is met by each test whose title ends with its number, as in \`[asvs 10.4.1]\`. All others
are in \`tools/docs/asvs-rows.ts\`. The rows themselves are in the standard, version 5.0.0. Where we differ on purpose is in [security](../security.md) 0, too.

## Not met

${table(
  ['Row', 'Level', '', 'Why'],
  lacking.flatMap(([state, rows, why]) => rows.split(', ').map((row) => [row, level.get(row), state, why])),
)}

## By operators

${table(
  ['Row', 'Level', 'What we do for it'],
  inState('operators').flatMap(([, rows, why]) => rows.split(', ').map((row) => [row, level.get(row), why])),
)}

## Met, by document

${table(
  ['Row', 'Level', 'Where'],
  BY_DOCUMENT.flatMap(([rows, where]) => rows.split(', ').map((row) => [row, level.get(row), where])),
)}

## Met, by test

${table(
  ['Row', 'Level', 'Tests'],
  tested.map((row) => [row, level.get(row), (tests.get(row) ?? []).join('<br>')]),
)}

## Not here

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
