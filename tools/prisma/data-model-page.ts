/** Draws the part of docs/data-model.md that follows from `prisma/schema.prisma`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { readSchema, type Column, type Section, type Table } from './read-schema.ts';

const SCHEMA = join(ROOT, 'prisma', 'schema.prisma');
const PAGE = join(ROOT, 'docs', 'data-model.md');
/** What stands above is written by hand, what follows is drawn. */
const BORDER = '<!-- Drawn from prisma/schema.prisma by `npm run db:generate`; do not edit below. -->';

/** The page as it stands, and as it would if it were drawn now. */
export function readDataModelPage(): { now: string; drawn: string } {
  const now = readFileSync(PAGE, 'utf8');
  const [byHand = ''] = now.split(BORDER);
  const sections = readSchema(readFileSync(SCHEMA, 'utf8')).map(drawSection);
  return { now, drawn: [byHand + BORDER, ...sections].join('\n\n') + '\n' };
}

export function writeDataModelPage(): void {
  const { now, drawn } = readDataModelPage();
  if (now !== drawn) writeFileSync(PAGE, drawn);
}

function drawSection({ title, tables }: Section): string {
  const boxes = tables.flatMap(drawTable);
  const lines = tables.flatMap(drawReferences);
  return [
    `## ${title}`,
    ['```mermaid', 'erDiagram', ...[...boxes, ...lines].map((line) => `  ${line}`), '```'].join('\n'),
    tables.map(({ name, holds }) => `- \`${name}\`: ${holds}`).join('\n'),
  ].join('\n\n');
}

function drawTable({ name, columns }: Table): string[] {
  return [`${name} {`, ...columns.map((column) => `  ${drawColumn(column)}`), '}'];
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
