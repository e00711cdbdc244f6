import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { ROOT } from '../paths.ts';
import { readDataModelPage } from './data-model-page.ts';
import { readSchema } from './read-schema.ts';

describe('docs/data-model.md', () => {
  const client = new Client({ connectionString: testDatabaseUrl() });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it('is what prisma/schema.prisma says now: otherwise run `npm run db:generate`', () => {
    const { now, drawn } = readDataModelPage();
    expect(now).toBe(drawn);
  });

  it('has every table, column, type and reference of the database', async () => {
    const { rows } = await client.query<{ column: string }>(
      `SELECT c.relname || '.' || a.attname || ' ' || t.typname || CASE WHEN a.attnotnull THEN '' ELSE ' null' END
              || coalesce(' -> ' || (SELECT string_agg(DISTINCT f.confrelid::regclass::text, ',') FROM pg_constraint f
                WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.conkey[1] = a.attnum), '') AS column
         FROM pg_class c
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         JOIN pg_type t ON t.oid = a.atttypid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'`,
    );
    const schema = readFileSync(join(ROOT, 'prisma', 'schema.prisma'), 'utf8');
    const drawn = readSchema(schema).flatMap(({ tables }) =>
      tables.flatMap(({ name, columns }) =>
        columns.map(
          (column) =>
            `${name}.${column.name} ${inCatalogue(column.type)}${column.isNullable ? ' null' : ''}` +
            (column.references ? ` -> ${column.references}` : ''),
        ),
      ),
    );
    expect(drawn.sort()).toEqual(rows.map(({ column }) => column).sort());
  });
});

/** A type as Postgres' own catalogue calls it. */
function inCatalogue(type: string): string {
  const names: Readonly<Record<string, string>> = { integer: 'int4', bigint: 'int8', boolean: 'bool' };
  return type.endsWith('[]') ? `_${type.slice(0, -2)}` : (names[type] ?? type);
}
