import { prepare } from '@foyer/db/prepare';
import { expression, now, typedSql } from '@foyer/db/typed-sql';
import type { Pool } from 'pg';

type Counted = { key: string; most: number; windowMs: number };

/** Returns the calls in the window, at most `most` + 1, and the milliseconds until the window ends. */
export async function countCall(db: Pool, counted: Counted) {
  const [row] = await statement(typedSql(db), counted);
  return row;
}

/** Milliseconds since 1970, the format of `rate_limits.expire`. */
const nowInMs = () =>
  expression.cast<bigint>(
    expression.fn('floor', [
      expression(expression.fn<number>('date_part', [expression.val('epoch'), now()]), '*', 1000),
    ]),
    'bigint',
  );

/** Prepared, because each counted call runs this statement. */
const statement = prepare<Counted>()((database, given) =>
  database
    .insertInto('rateLimits')
    .values({
      key: given('key'),
      points: 1,
      expire: expression(nowInMs(), '+', expression.cast<bigint>(given('windowMs'), 'bigint')),
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => {
        const isOpen = row('rateLimits.expire', '>', nowInMs());
        const oneMore = row(
          row.fn<number>('least', [row.ref('rateLimits.points'), given('most')]),
          '+',
          row.lit(1),
        );
        return {
          points: row.case().when(isOpen).then(oneMore).else(row.lit(1)).end(),
          expire: row
            .case()
            .when(isOpen)
            .then(row.ref('rateLimits.expire'))
            .else(row.ref('excluded.expire'))
            .end(),
        };
      }),
    )
    .returning((row) => ['points', row.cast<number>(row('expire', '-', nowInMs()), 'integer').as('msLeft')]),
);
