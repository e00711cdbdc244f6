import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { ROOT } from '../paths.ts';
import { readDataModelPage } from './data-model-page.ts';
import { readSchema } from './read-schema.ts';

describe('docs/reference/data-model.md', () => {
  const client = new Client({ connectionString: testDatabaseUrl() });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it('is up to date with the schema, prisma/sql and the policies: otherwise run `node tools/run/bootstrap.mjs start tools/run/database generate`', () => {
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

  it('has a row for every trigger, every policy, and every function with the rights of the owner', async () => {
    const { rows } = await client.query<{ row: string }>(
      `SELECT format('%s: %s', tgrelid::regclass, tgname) AS row FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
       UNION ALL SELECT format('%s.%s: %s', schemaname, tablename, policyname) FROM pg_policies`,
    );
    expect(
      ownWork()
        .map(({ row }) => row)
        .sort(),
    ).toEqual(rows.map(({ row }) => row).sort());
  });

  it('names an existing test in each row', () => {
    const isThere = (spec: string, title: string) =>
      existsSync(join(ROOT, spec)) && readFileSync(join(ROOT, spec), 'utf8').includes(`'${title}'`);
    const missing = ownWork().filter(({ spec, title }) => !title || !isThere(spec, title));
    expect(missing).toEqual([]);
  });
});

function ownWork(): { row: string; spec: string; title: string }[] {
  const [, part = ''] =
    /^## What the database does by itself$(.*?)^## /ms.exec(readDataModelPage().now) ?? [];
  return part
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => {
      const [, about = '', name = ''] = /^- ((?:`[\w.]+`(?:, )?)+)(: `\w+`)?/.exec(line) ?? [];
      const [, spec = '', title = ''] = /Test: `(.+)`, “(.+)”\.$/.exec(line) ?? [];
      const rows = about.split(', ').map((one) => (one + name).replaceAll('`', ''));
      return rows.map((row) => ({ row, spec, title }));
    });
}

function inCatalogue(type: string): string {
  const names: Readonly<Record<string, string>> = { integer: 'int4', bigint: 'int8', boolean: 'bool' };
  return type.endsWith('[]') ? `_${type.slice(0, -2)}` : (names[type] ?? type);
}
