import { domainOf } from '@foyer/contracts/email';
import type { Transaction } from '@foyer/db/client';
import type { Person } from './stages.ts';

type Account = { id: string; email: string; firstName: string; lastName: string };

/**
 * Has the names and the address of an account follow what its company says of the person. The address only when the
 * person is known by the NameID, only within the verified domains and never onto somebody else's; a sign-up that was
 * begun with the new one ends, and the database ends the links that were mailed to the old one. Gives what changed.
 */
export async function followCompany(
  transaction: Transaction,
  { idp, email, sentNames }: Person,
  user: Account,
  isKnown: boolean,
): Promise<string[]> {
  const mayMove = isKnown && email !== user.email && idp.domains.includes(domainOf(email));
  const wanted = { ...user, ...sentNames, email: mayMove ? email : user.email };
  const fields = (['firstName', 'lastName', 'email'] as const).filter((name) => wanted[name] !== user[name]);
  if (fields.length === 0) return [];
  const [changed] = await transaction.$queryRaw<[{ email: string }]>`
    UPDATE users u SET first_name = ${wanted.firstName}, last_name = ${wanted.lastName},
           email = CASE WHEN EXISTS (SELECT FROM users WHERE email = ${wanted.email}) THEN u.email ELSE ${wanted.email} END
     WHERE id = ${user.id}::uuid RETURNING email`;
  if (changed.email === user.email) return fields.filter((name) => name !== 'email');
  await transaction.$executeRaw`DELETE FROM registrations WHERE address = ${changed.email}`;
  return fields;
}
