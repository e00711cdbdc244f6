import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  expressionBuilder,
  sql,
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  SelectQueryNode,
  type Compilable,
  type OperationNode,
  type Expression,
  type CompiledQuery,
  type ExpressionBuilder,
  type DatabaseConnection,
  type Driver,
  type InsertQueryBuilder,
  type InsertResult,
  type Insertable,
  type RawBuilder,
  type QueryCreator,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { preparedName, type Db, type Transaction } from './client.ts';
import type { Tables } from './tables.ts';

export type TypedSql = Kysely<Tables>;
export type { Expression, ExpressionBuilder, QueryCreator };
export { jsonBuildObject } from 'kysely/helpers/postgres';

/**
 * The one door for statements that Prisma's models have no words for: what must be one atomic statement, and what is
 * asked at every call. Names and types are those of the schema, so that a renamed column does not compile (decision 56).
 * A statement runs where it is told to: inside the transaction that is passed on, or on the pool.
 */
export function typedSql(place: Db): TypedSql {
  const known = builders.get(place);
  if (known) return known;
  const made = builder(() => new PlaceDriver(place)).withPlugin(inSnakeCase);
  builders.set(place, made);
  return made;
}

/** Making one takes 9 µs, a twentieth of a prepared statement. */
const builders = new WeakMap<Db, TypedSql>();

function builder(createDriver: () => Driver): TypedSql {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const inSnakeCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** Sends statements to where they are told to run. */
class PlaceDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(place: Db) {
    super();
    this.#connection = {
      executeQuery: <Row>(query: CompiledQuery) =>
        '$executeRawUnsafe' in place ? onPrisma<Row>(place, query) : onConnection<Row>(place, query),
      streamQuery: notHere,
    };
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  /** One of Kysely's own would take a second connection inside another (decision 49). */
  override beginTransaction = notHere;
}

function notHere(): never {
  throw new Error('Begin a transaction with prisma.$transaction or inTransaction.');
}

async function onConnection<Row>(
  connection: Pool | PoolClient,
  { sql: text, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { rows, rowCount } = await connection.query({
    name: preparedName(text),
    text,
    values: [...parameters],
  });
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

async function onPrisma<Row>(
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
    const compiled = build(detached.withPlugin(inSnakeCase), (name) => sql`${new Given(name)}`).compile();
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

/** Builds parts of statements. */
export const detached = builder(() => new DummyDriver());

/** Inserts the rows that a query selects, each value into the column of its name. Names and types are the columns'. */
export function insertSelected<
  Database extends Tables,
  Name extends keyof Tables,
  Row extends Insertable<Tables[Name]>,
>(
  insert: InsertQueryBuilder<Database, Name, InsertResult>,
  query: (from: ExpressionBuilder<Database, Name>) => Expression<OnlyColumns<Row, Name>>,
): InsertQueryBuilder<Database, Name, InsertResult> {
  const filled = insert.expression(query);
  return filled.columns(
    namesSelectedBy(filled.toOperationNode().values) as (keyof Database[Name] & string)[],
  );
}

type OnlyColumns<Row, Name extends keyof Tables> = Row &
  Record<Exclude<keyof Row, keyof Tables[Name]>, never>;

function namesSelectedBy(query: OperationNode | undefined): string[] {
  const selections = query && SelectQueryNode.is(query) ? query.selections : undefined;
  return (selections ?? []).map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name;
    return ReferenceNode.is(selection) && ColumnNode.is(selection.column) ? selection.column.column.name : '';
  });
}

/** The database's clock: when the transaction began. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`;

type Span = { seconds?: number; minutes?: number; hours?: number; days?: number };

/** A time so long before now. */
export const ago = (span: Span): RawBuilder<Date> => sql<Date>`(now() - ${interval(span)})`;

/** A time so long after now. */
export const ahead = (span: Span): RawBuilder<Date> => sql<Date>`(now() + ${interval(span)})`;

const interval = ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Span) =>
  sql`make_interval(secs => ${seconds + 60 * (minutes + 60 * (hours + 24 * days))})`;

/** The database's clock at this very moment, whenever the transaction began. */
export const clockTime = (): RawBuilder<Date> => sql<Date>`clock_timestamp()`;

/** A time so long after this very moment, whenever the transaction began. */
export const aheadOfClock = (span: Span): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() + ${interval(span)})`;

/** The first moment of the month that comes so many months after this one. */
export const startOfMonth = (monthsAhead: number): RawBuilder<Date> =>
  sql<Date>`(date_trunc('month', now()) + make_interval(months => ${monthsAhead}))`;

/** A condition as a column. What cannot be said, because a part of it is empty, is false. */
export const flag = (condition: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/** Of an upsert's row: whether it was made, and not changed. */
export const wasInserted = (): RawBuilder<boolean> => sql<boolean>`(xmax = 0)`;

/** Builds expressions outside of a statement, of columns that are passed on. */
export const expression = expressionBuilder<Tables, keyof Tables>();

/** A value in the type of the database that it has there, where nothing else tells. */
export const cast = <Value>(value: Expression<Value>, type: SqlType): RawBuilder<Value> =>
  sql<Value>`${value}::${sql.raw(type)}`;

type SqlType = 'bool' | 'float8' | 'int' | 'text' | 'text[]' | 'timestamptz' | 'uuid' | 'uuid[]';

/** A time so long after another. */
export const later = <Time extends Date | null>(time: Expression<Time>, span: Span): RawBuilder<Time> =>
  sql<Time>`(${time} + ${interval(span)})`;

/** Seconds from one time to another, with their fractions. */
export const secondsBetween = (from: Expression<Date>, to: Expression<Date | null>): RawBuilder<number> =>
  sql<number>`extract(epoch FROM ${to} - ${from})::float8`;

/** Seconds from one time to another, rounded up. */
export const wholeSecondsBetween = (from: Expression<Date>, to: Expression<Date>): RawBuilder<number> =>
  sql<number>`ceil(extract(epoch FROM ${to} - ${from}))::int`;
