import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { Problem } from '../request/problem.ts';

/**
 * The identity provider on whose word alone a session acts, if it does: whatever is made in the session notes it, and ends
 * with it (decision 92). The last step-up says so, and how the session began where there was none. What ends the session
 * waits for the transaction, so that it finds what was made. Throws `SignInRequired` to a session that has ended.
 */
export async function noteOf(transaction: Transaction, session: { id: string }): Promise<string | null> {
  // The provider is locked first, as its deletion does.
  await typedSql(transaction)
    .selectFrom('identityProviders as i')
    .innerJoin('sessions as s', (join) =>
      join.on((row) => row('i.id', 'in', [row.ref('s.onWordOf'), row.ref('s.stepUpOnWordOf')])),
    )
    .select('i.id')
    .where('s.id', '=', session.id)
    .forKeyShare('i')
    .execute();
  const standing = await typedSql(transaction)
    .selectFrom('sessions')
    .select(['onWordOf', 'stepUpAt', 'stepUpOnWordOf'])
    .where('id', '=', session.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!standing) throw new Problem('SignInRequired');
  return standing.stepUpAt === null ? standing.onWordOf : standing.stepUpOnWordOf;
}
