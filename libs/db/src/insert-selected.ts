import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  SelectQueryNode,
  type Expression,
  type ExpressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type Insertable,
  type OperationNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Inserts the rows of a query. Each value goes into the column of the same name. The compiler checks names and types.
 */
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
