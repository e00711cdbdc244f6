/**
 * Generates the part of docs/reference/data-model.md that follows from `prisma/schema.prisma`, `prisma/sql` and the
 * policies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { policiesOf } from './database-roles.ts';
import { readSql, type Test } from './read-sql.ts';
import { readSchema, type Column, type Section, type Table } from './read-schema.ts';

const SCHEMA = join(ROOT, 'prisma', 'schema.prisma');
const PAGE = join(ROOT, 'docs', 'reference', 'data-model.md');
/** On the page, the text above this line is handwritten, and the text below is generated. */
const BORDER =
  '<!-- Drawn from prisma/schema.prisma, prisma/sql and the policies by `node tools/run/bootstrap.mjs start tools/run/database generate`; do not edit below. -->';

const inRoles = (title: string): Test => ({ spec: 'tools/prisma/database-roles.spec.ts', title });
const TEST_OF_POLICY: Readonly<Record<string, Test>> = {
  worker_works: inRoles('sees and changes mails, and no other job'),
  worker_changes: inRoles('changes the queues of mails, and no other'),
  job: inRoles('adds, changes and deletes its own jobs in %s'),
  queue: inRoles('reads all queues, creates the queue of scheduled jobs, and changes its own queues'),
};

export function readDataModelPage(): { now: string; drawn: string } {
  const now = readFileSync(PAGE, 'utf8');
  const [byHand = ''] = now.split(BORDER);
  const sections = readSchema(readFileSync(SCHEMA, 'utf8')).map(drawSection);
  return { now, drawn: [byHand + BORDER, drawOwnWork(), ...sections].join('\n\n') + '\n' };
}

export function writeDataModelPage(): void {
  const { now, drawn } = readDataModelPage();
  if (now !== drawn) writeFileSync(PAGE, drawn);
}

function drawOwnWork(): string {
  const { functions, triggers } = readSql();
  const rowsOfTriggers = triggers.map(({ table, name, moment, functionName, comment }) => {
    const { comment: why = '', test } = functions.find((one) => one.name === functionName) ?? {};
    return `\`${table}\`: \`${name}\`, \`${moment}\`, \`${functionName}\`. ${[why, comment].join(' ').trim()} ${drawTest(test)}`;
  });
  const rowsOfFunctions = functions
    .filter(({ hasOwnersRights }) => hasOwnersRights)
    .map(({ name, comment, test }) => `\`${name}\`. ${comment} ${drawTest(test)}`);
  const policies = policiesOf('foyer_api', 'foyer_worker');
  const rowsOfPolicies = [...Map.groupBy(policies, ({ name, rule }) => `\`${name}\`, \`${rule}\``)].map(
    ([rule, [first, ...others]]) =>
      `${[first, ...others].map((one) => `\`pgboss.${one?.table}\``).join(', ')}: ${rule}. ` +
      drawTest(TEST_OF_POLICY[first?.name ?? ''] ?? TEST_OF_POLICY[first?.table ?? '']),
  );
  const list = (rows: string[]) => rows.map((row) => `- ${row}`).join('\n');
  return [
    '## What the database does by itself',
    'Each row names a test that fails without it.',
    `### Triggers\n\n${list(rowsOfTriggers)}`,
    `### Functions with the rights of the owner\n\nThe API’s account may call these.\n\n${list(rowsOfFunctions)}`,
    `### Policies\n\nAn account sees and changes only the jobs and queues that a policy names.\n\n${list(rowsOfPolicies)}`,
  ].join('\n\n');
}

const drawTest = (test: Test | undefined): string =>
  test ? `Test: \`${test.spec}\`, “${test.title}”.` : 'No test.';

function drawSection({ title, tables }: Section): string {
  const boxes = tables.flatMap(drawTable);
  const lines = tables.flatMap(drawReferences);
  return [
    `## ${title}`,
    ['```mermaid', 'erDiagram', ...[...boxes, ...lines].map((line) => `  ${line}`), '```'].join('\n'),
    tables.map(({ name, holds }) => `- \`${name}\`: ${holds}`).join('\n'),
  ].join('\n\n');
}

/** Shows only keys, unique columns and references. The schema describes the other columns. */
function drawTable({ name, columns }: Table): string[] {
  const keys = columns.filter(({ isKey, isUnique, references }) => isKey || isUnique || references);
  return [`${name} {`, ...keys.map((column) => `  ${drawColumn(column)}`), '}'];
}

function drawColumn({ name, type, isNullable, isKey, isUnique, references }: Column): string {
  const marks = [isKey && 'PK', references && 'FK', isUnique && 'UK'].filter(Boolean).join(', ');
  return [type, name, marks, isNullable && '"null"'].filter(Boolean).join(' ');
}

function drawReferences({ name: table, columns }: Table): string[] {
  const hasOneKey = columns.filter(({ isKey }) => isKey).length === 1;
  return columns.flatMap(({ name, isNullable, isKey, isUnique, references }) => {
    if (!references) return [];
    const one = isNullable ? '|o' : '||';
    const others = isUnique || (isKey && hasOneKey) ? 'o|' : 'o{';
    return [`${references} ${one}--${others} ${table} : ${name}`];
  });
}

if (import.meta.main) writeDataModelPage();
