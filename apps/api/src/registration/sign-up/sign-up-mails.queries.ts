import type { Transaction } from '@foyer/db/client';
import { expression, flag, jsonBuildObject, typedSql } from '@foyer/db/typed-sql';
import { accountOf } from '../../identity/addresses.queries.ts';

export type FoundRegistration = NonNullable<
  Awaited<ReturnType<typeof findAccountOrRegistration>>['registration']
>;

/**
 * Finds the account of an address, and its registration. Of several: that of the requesting browser, else one that was
 * mailed before, else the newest, since a stranger's request may have claimed the wait before the owner's.
 */
export async function findAccountOrRegistration(
  db: Transaction,
  email: string,
  browserHash: Uint8Array<ArrayBuffer>,
) {
  const isRequestersOwn = flag(expression('registrations.browserHash', '=', browserHash));
  return typedSql(db)
    .selectNoFrom((row) => [
      accountOf(email).as('account'),
      row
        .selectFrom('registrations')
        .select((one) =>
          jsonBuildObject({
            id: one.ref('registrations.id'),
            firstName: one.ref('registrations.firstName'),
            lastName: one.ref('registrations.lastName'),
            plan: one.ref('registrations.plan'),
            language: one.ref('registrations.language'),
            teamInvitationId: one.ref('registrations.teamInvitationId'),
            eventInvitationId: one.ref('registrations.eventInvitationId'),
            isRequestersOwn,
          }).as('registration'),
        )
        .where('address', '=', email)
        // As good as taken: who had it can take it back (decision 80).
        .where((one) => one.not(one.fn<boolean>('is_address_reserved', ['address', one.val(null)])))
        .orderBy(isRequestersOwn, 'desc')
        .orderBy(
          (one) =>
            one
              .selectFrom('oneTimeLinks as l')
              .select((link) => link.fn.max('l.createdAt').as('mailedAt'))
              .whereRef('l.registrationId', '=', 'registrations.id'),
          (order) => order.desc().nullsLast(),
        )
        .orderBy('updatedAt', 'desc')
        .limit(1)
        .as('registration'),
    ])
    .executeTakeFirstOrThrow();
}
