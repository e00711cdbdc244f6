import { sql, type Compilable, type RawBuilder } from 'kysely';
import { detached, columnNames, type TypedSql } from './typed-sql.ts';

class Given {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type GivenValue<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Makes a query that Kysely compiles only once, because compiling can take as long as running it. `build` gets a
 * function that returns each parameter's placeholder.
 */
export function prepare<Values extends object>() {
  return <Row>(build: (database: TypedSql, given: GivenValue<Values>) => Compilable<Row>) => {
    const compiled = build(detached.withPlugin(columnNames), (name) => sql`${new Given(name)}`).compile();
    return async (database: TypedSql, values: Values): Promise<Row[]> => {
      const named = new Map<string, unknown>(Object.entries(values));
      const parameters = compiled.parameters.map((value) =>
        value instanceof Given ? named.get(value.name) : value,
      );
      const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
      return rows;
    };
  };
}
