import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type Expression,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type RawBuilder,
  type QueryResult,
} from 'kysely';
import { Pool } from 'pg';
import { preparedName, type Transaction } from './client.ts';
import type { Tables } from './tables.ts';

export type TypedSql = Kysely<Tables>;

/**
 * The one door for statements that Prisma's models have no words for: what must be one atomic statement, and what is
 * asked at every call. Names and types are those of the schema, so that a renamed column does not compile (decision 56).
 * A statement runs where it is told to: inside the transaction that is passed on, or on the pool.
 */
export function typedSql(place: Pool | Transaction): TypedSql {
  return builder(() => driverFor(place));
}

function builder(createDriver: () => Driver): TypedSql {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [inSnakeCase],
  });
}

const inSnakeCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** A place keeps its connections itself: the pool hands them out, a transaction of Prisma has one. */
function driverFor(place: Pool | Transaction): Driver {
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      place instanceof Pool ? onPool<Row>(place, query) : inTransaction<Row>(place, query),
    streamQuery: () => notHere(),
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
    // Transactions are Prisma's; a second way to begin one would take a second connection (decision 49).
    beginTransaction: () => notHere(),
    commitTransaction: () => notHere(),
    rollbackTransaction: () => notHere(),
  };
}

function notHere(): never {
  throw new Error('Begin a transaction with prisma.$transaction.');
}

async function onPool<Row>(pool: Pool, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
  const { rows, rowCount } = await pool.query({ name: preparedName(text), text, values: [...parameters] });
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

async function inTransaction<Row>(
  transaction: Transaction,
  { query, sql: text, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  if (query.kind === 'SelectQueryNode' || ('returning' in query && query.returning))
    return { rows: await transaction.$queryRawUnsafe<Row[]>(text, ...parameters) };
  const count = await transaction.$executeRawUnsafe(text, ...parameters);
  return { rows: [], numAffectedRows: BigInt(count) };
}

/** A parameter of a prepared statement. */
class Given {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Placeholder of a parameter. */
export type GivenValue<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement compiled once and then only run: for every-request queries, where compiling would cost more than
 * sending. `build` gets a function that returns each parameter's placeholder.
 */
export function prepare<Values extends object>() {
  return <Row>(build: (database: TypedSql, given: GivenValue<Values>) => Compilable<Row>) => {
    const compiled = build(nowhere, (name) => sql`${new Given(name)}`).compile();
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

const nowhere = builder(() => new DummyDriver());

/** The database's clock: when the transaction began. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`;

export type Span = { seconds?: number; minutes?: number; hours?: number; days?: number };

/** A time so long before now. */
export const ago = (span: Span): RawBuilder<Date> => sql<Date>`(now() - ${interval(span)})`;

/** A time so long after now. */
export const ahead = (span: Span): RawBuilder<Date> => sql<Date>`(now() + ${interval(span)})`;

const interval = ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Span) =>
  sql`make_interval(secs => ${seconds + 60 * (minutes + 60 * (hours + 24 * days))})`;

/** The database's clock at this very moment, whenever the transaction began. */
export const clockTime = (): RawBuilder<Date> => sql<Date>`clock_timestamp()`;

/** The first moment of the month that comes so many months after this one. */
export const startOfMonth = (monthsAhead: number): RawBuilder<Date> =>
  sql<Date>`(date_trunc('month', now()) + make_interval(months => ${monthsAhead}))`;

/** A condition as a column. What cannot be said, because a part of it is empty, is false. */
export const flag = (condition: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/** Of an upsert's row: whether it was made, and not changed. */
export const wasInserted = (): RawBuilder<boolean> => sql<boolean>`(xmax = 0)`;
