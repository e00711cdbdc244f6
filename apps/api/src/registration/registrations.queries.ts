import { CONSENT_TEXTS_VERSION } from '@foyer/catalog/consents';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { PlanType } from '@foyer/catalog/plans';
import type { Transaction } from '@foyer/db/client';
import type { Tables } from '@foyer/db/tables';
import {
  ago,
  detached,
  expression,
  flag,
  jsonBuildObject,
  now,
  typedSql,
  type QueryCreator,
} from '@foyer/db/typed-sql';
import { limits } from '../config/limits.ts';
import { accountOf, isTaken } from '../identity/addresses.queries.ts';
import type { InvitationIds } from '../invitations/invitations.service.ts';
import type { AnswerColumns } from './answer-columns.ts';

export type NewRegistration = InvitationIds &
  AnswerColumns & { email: string; plan: PlanType; language: LanguageTag };

/**
 * Replaces an earlier registration of the same browser and address. Stores nothing if too many other browsers have a
 * recent registration of the address (`limits.registrations`), or if the address is taken. If an invitation started the
 * sign-up, a taken address is stored too, because the account's user then gets a mail about the invitation.
 */
export async function insertRegistration(
  db: Transaction,
  { email, ...answers }: NewRegistration,
  browserHash: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const isInvited = (answers.teamInvitationId ?? answers.eventInvitationId) !== null;
  const kept = { ...answers, textVersion: CONSENT_TEXTS_VERSION };
  const columns = columnsOf(kept);
  await typedSql(db)
    .insertInto('registrations')
    .columns(['address', 'browserHash', ...columns])
    .expression((from) =>
      detached
        .selectNoFrom((row) => [
          row.val(email).as('address'),
          row.val(browserHash).as('browserHash'),
          ...columns.map((column) => row.val(kept[column]).as(column)),
        ])
        .$if(!isInvited, (query) => query.where((row) => row.not(isTaken(row.val(email)))))
        .where(
          from
            .selectFrom('registrations')
            .select((row) => row.fn.countAll<number>().as('others'))
            .where('address', '=', email)
            .where('browserHash', '<>', browserHash)
            .where('updatedAt', '>', ago({ seconds: limits.registrations.seconds })),
          '<',
          limits.registrations.size,
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['address', 'browserHash']).doUpdateSet((row) => ({
        ...Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)])),
        updatedAt: now(),
      })),
    )
    .execute();
}

function columnsOf<Row extends object>(row: Row): Extract<keyof Row, string>[] {
  const names: Extract<keyof Row, string>[] = [];
  for (const name in row) names.push(name);
  return names;
}

export type FoundRegistration = NonNullable<
  Awaited<ReturnType<typeof findAccountOrRegistration>>['registration']
>;

/** Prefers the registration of the requesting browser, then the one that was mailed last, then the newest. */
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
        // An address counts as taken as long as its former user can undo a change of address (decision 80).
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

/** Deletes all registrations of the address. Their links then count as used. */
export async function endRegistrations(transaction: Transaction, address: string): Promise<void> {
  await transaction.registration.deleteMany({ where: { address } });
}

export const deleteRegistrations = (
  from: QueryCreator<Tables & { member: { id: string } }>,
  address: string,
) => from.deleteFrom('registrations').using('member').where('address', '=', address);
