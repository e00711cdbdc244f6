import type { Transaction } from '@foyer/db/client';
import type { Tables } from '@foyer/db/tables';
import type { QueryCreator } from '@foyer/db/typed-sql';

/** Ends all sign-ups of an address, and so their links. */
export async function endRegistrations(transaction: Transaction, address: string): Promise<void> {
  await transaction.registration.deleteMany({ where: { address } });
}

/** The same as a part of a larger statement, after the user of its part `member` was inserted. */
export const deleteRegistrations = (
  from: QueryCreator<Tables & { member: { id: string } }>,
  address: string,
) => from.deleteFrom('registrations').using('member').where('address', '=', address);
