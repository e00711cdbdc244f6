import { createRequire } from 'node:module';

type Internals = typeof import('@prisma/internals');
type Schema = Awaited<ReturnType<Internals['getDMMF']>>;
type Model = Schema['datamodel']['models'][number];

export interface Section {
  title: string;
  tables: Table[];
}

export type Table = ReturnType<typeof readTable>;
export type Column = Table['columns'][number];

const HEADLINE_OR_MODEL = /^\/\/ ── (.+?) ─+$|^model (\w+) \{$/gm;
const SQL_TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  DateTime: 'timestamptz',
  Bytes: 'bytea',
  Json: 'jsonb',
};

/** Parses a schema with Prisma and groups its tables by the headlines, which Prisma ignores. */
export function readSchema(prismaSchema: string): Section[] {
  const { wasm } = createRequire(import.meta.url)('@prisma/internals') as Internals;
  const text = wasm.prismaSchemaWasm.get_dmmf(JSON.stringify({ prismaSchema }));
  const { models, enums } = (JSON.parse(text) as Schema).datamodel;
  const sqlNames = new Map([...models, ...enums].map(({ name, dbName }) => [name, dbName ?? name]));
  const sections: Section[] = [];
  for (const [, title, name] of prismaSchema.matchAll(HEADLINE_OR_MODEL)) {
    if (title) sections.push({ title, tables: [] });
    const model = models.find((one) => one.name === name);
    if (model) sections.at(-1)?.tables.push(readTable(model, sqlNames));
  }
  return sections.filter(({ tables }) => tables.length > 0);
}

function readTable(
  { name: model, documentation = '', fields, primaryKey }: Model,
  sqlNames: ReadonlyMap<string, string>,
) {
  // Shows a reference of several columns only at its first column.
  const references = new Map(
    fields.map(({ relationFromFields, type }) => [relationFromFields?.[0], sqlNames.get(type)]),
  );
  const columns = fields
    .filter(({ kind }) => kind !== 'object')
    .map(({ name, dbName, type, nativeType, isList, isRequired, isId, isUnique }) => {
      const sqlType = nativeType?.[0].toLowerCase() ?? SQL_TYPES[type] ?? sqlNames.get(type) ?? type;
      return {
        name: dbName ?? name,
        type: isList ? `${sqlType}[]` : sqlType,
        // Prisma makes a list column nullable.
        isNullable: isList || !isRequired,
        isKey: isId || (primaryKey?.fields.includes(name) ?? false),
        isUnique,
        references: references.get(name),
      };
    });
  return { name: sqlNames.get(model) ?? model, holds: documentation.replaceAll('\n', ' '), columns };
}
