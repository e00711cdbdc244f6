import type { Transaction } from '@foyer/db/client';
import { insertSelected } from '@foyer/db/insert-selected';
import { detached, now, typedSql, wasInserted, type Expression } from '@foyer/db/typed-sql';

type Person = { teamId: string; email: string; firstName: string; lastName: string };

export async function requestSeat(db: Transaction, person: Person): Promise<{ isNew: boolean }> {
  return typedSql(db)
    .insertInto('seatRequests')
    .values(person)
    .onConflict((conflict) => conflict.columns(['teamId', 'email']).doUpdateSet({ at: now() }))
    .returning(wasInserted().as('isNew'))
    .executeTakeFirstOrThrow();
}

/** Stores that a user of another team needs an invitation. Returns undefined if `person` selects no row. */
export async function requestInvitation(
  db: Transaction,
  person: Expression<Person & { needsInvitation: boolean }>,
): Promise<{ teamId: string; email: string; isNew: boolean } | undefined> {
  return insertSelected(typedSql(db).insertInto('seatRequests'), () => person)
    .onConflict((conflict) =>
      conflict.columns(['teamId', 'email']).doUpdateSet({ at: now(), needsInvitation: true }),
    )
    .returning(['teamId', 'email', wasInserted().as('isNew')])
    .executeTakeFirst();
}

export const deleteSeatRequest = (teamId: string, email: string) =>
  detached.deleteFrom('seatRequests').where('teamId', '=', teamId).where('email', '=', email);
