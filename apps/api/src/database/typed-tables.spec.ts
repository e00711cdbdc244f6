import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { modelOf } from '@foyer/db/tables';
import { columnNames } from '@foyer/db/typed-sql';

const schema = readFileSync(new URL('../../../../prisma/schema.prisma', import.meta.url), 'utf8');
const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
  name,
  body,
}));

const columnOf = (field: string) => columnNames.snakeCase(field);

describe('the tables of typedSql', () => {
  it('are the models of the schema, each with its table name in camel case', () => {
    const named = Object.entries(modelOf).map(([table, model]) => [model, columnOf(table)]);
    const written = models.map(({ name, body }) => [name, /@@map\("(\w+)"\)/.exec(body)?.[1]]);
    expect(named.sort()).toEqual(written.sort());
  });

  it('have fields that typedSql converts to the columns of the schema', () => {
    const columns = models.flatMap(({ name, body }) =>
      [...body.matchAll(/^ {2}(\w+) +\w+.*?@map\("(\w+)"\)/gm)].map(([, field = '', column]) => [
        `${name}.${field}`,
        columnOf(field),
        column,
      ]),
    );
    expect(columns.length).toBeGreaterThan(100);
    expect(columns.filter(([, expected, column]) => expected !== column)).toEqual([]);
  });

  it('have no field in camel case that the schema does not map to a column', () => {
    const unnamed = models.flatMap(({ name, body }) =>
      [
        ...body.matchAll(/^ {2}(\w*[A-Z]\w*) +(?:String|Int|BigInt|Boolean|DateTime|Bytes|Json)\b(.*)$/gm),
      ].flatMap(([, field = '', rest = '']) => (rest.includes('@map') ? [] : [`${name}.${field}`])),
    );
    expect(unnamed).toEqual([]);
  });
});
