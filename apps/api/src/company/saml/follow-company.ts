import { domainOf } from '@foyer/contracts/email';
import type { Transaction } from '@foyer/db/client';
import { rename } from '../../identity/users.queries.ts';
import { endRegistrations } from '../../registration/registrations.queries.ts';
import type { Person } from './stages.ts';

type Account = { id: string; email: string; firstName: string; lastName: string };

/**
 * Has the names and the address of an account follow what its company says of the person. The address only when the
 * person is known by the NameID, only from one address of the verified domains to another and never onto somebody else's: a
 * mailbox of the person's own resets the password, and stays theirs. A sign-up that was begun with the new one ends, and the
 * database ends the links that were mailed to the old one. Gives what changed.
 */
export async function followCompany(
  transaction: Transaction,
  { idp, email, sentNames }: Person,
  user: Account,
  isKnown: boolean,
): Promise<string[]> {
  const isOfCompany = (address: string) => idp.domains.includes(domainOf(address));
  const mayMove = isKnown && email !== user.email && isOfCompany(user.email) && isOfCompany(email);
  const wanted = { ...user, ...sentNames, email: mayMove ? email : user.email };
  const fields = (['firstName', 'lastName', 'email'] as const).filter((name) => wanted[name] !== user[name]);
  if (fields.length === 0) return [];
  const address = await rename(transaction, wanted);
  if (address === user.email) return fields.filter((name) => name !== 'email');
  await endRegistrations(transaction, address);
  return fields;
}
