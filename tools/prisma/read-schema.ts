/** Tables that stand under one headline of the schema. */
export interface Section {
  title: string;
  tables: Table[];
}

export interface Table {
  name: string;
  /** The comment above the model, as one line. */
  holds: string;
  columns: Column[];
}

export interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
  isUnique: boolean;
  /** The table whose rows this column names. */
  references?: string;
}

/** A model or enum of the schema, as its lines stand there. */
interface Block {
  kind: string;
  name: string;
  section: string;
  comment: string[];
  lines: string[];
}

const HEADLINE = /^\/\/ ── (.+?) ─+$/;
const OPENING = /^(model|enum) (\w+) \{$/;
const FIELD = /^(\w+)\s+(\w+)(\[\]|\?)?\s*(.*)$/;
const SQL_TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  DateTime: 'timestamptz',
  Bytes: 'bytea',
  Json: 'jsonb',
};

/** Reads a schema as Prisma writes it: one field a line, a comment above what it is about. */
export function readSchema(schema: string): Section[] {
  const blocks = readBlocks(schema);
  const sqlNames = new Map(
    blocks.map(({ name, lines }) => [name, firstMatch(/^@@map\("(\w+)"\)/, lines) ?? name]),
  );
  const isTable = new Set(blocks.filter(({ kind }) => kind === 'model').map(({ name }) => name));
  const sections = new Map<string, Table[]>();
  for (const block of blocks.filter(({ kind }) => kind === 'model')) {
    const tables = sections.get(block.section) ?? [];
    tables.push({
      name: sqlNames.get(block.name) ?? block.name,
      holds: block.comment.join(' '),
      columns: readColumns(block.lines, sqlNames, isTable),
    });
    sections.set(block.section, tables);
  }
  return [...sections].map(([title, tables]) => ({ title, tables }));
}

function readBlocks(schema: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let comment: string[] = [];
  let open: Block | undefined;
  for (const line of schema.split('\n').map((text) => text.trim())) {
    const [, kind = '', name = ''] = OPENING.exec(line) ?? [];
    if (open && line === '}') open = undefined;
    else if (open) open.lines.push(line);
    else if (name) blocks.push((open = { kind, name, section, comment, lines: [] }));
    section = HEADLINE.exec(line)?.[1] ?? section;
    comment = line.startsWith('///') ? [...comment, line.slice(3).trim()] : [];
  }
  return blocks;
}

function readColumns(lines: string[], sqlNames: Map<string, string>, isTable: Set<string>): Column[] {
  const fields = lines.flatMap((line) => {
    const [, name, type = '', suffix, attributes = ''] = FIELD.exec(line) ?? [];
    return name === undefined ? [] : [{ name, type, suffix, attributes }];
  });
  const keys = firstMatch(/^@@id\(\[(.+)\]\)/, lines)?.split(', ') ?? [];
  // Of a key of several columns the first one names the row.
  const references = new Map(
    fields.map(({ type, attributes }) => [/\bfields: \[(\w+)/.exec(attributes)?.[1], sqlNames.get(type)]),
  );
  return fields
    .filter(({ type }) => !isTable.has(type))
    .map(({ name, type, suffix, attributes }) => {
      const native = /@db\.(\w+)/.exec(attributes)?.[1]?.toLowerCase();
      const table = references.get(name);
      return {
        name: firstMatch(/@map\("(\w+)"\)/, [attributes]) ?? name,
        type: (native ?? SQL_TYPES[type] ?? sqlNames.get(type) ?? type) + (suffix === '[]' ? '[]' : ''),
        // Prisma makes the column of a list nullable.
        isNullable: suffix !== undefined,
        isKey: /@id\b/.test(attributes) || keys.includes(name),
        isUnique: /@unique\b/.test(attributes),
        ...(table && { references: table }),
      };
    });
}

function firstMatch(pattern: RegExp, lines: string[]): string | undefined {
  return lines.map((line) => pattern.exec(line)?.[1]).find((match) => match !== undefined);
}
