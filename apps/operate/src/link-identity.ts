import { IDENTITY_LINKED_QUEUE } from '@foyer/mail/queues';
import { fromPrisma } from 'pg-boss';
import { CommandError } from '@foyer/tools/command-error';
import type { CommandDatabase } from './with-database.ts';
import { recordOperation } from './record.ts';
import { withQueues } from './with-queues.ts';

/**
 * Links a pending identity to the active member with its email address (decision 39), and mails the member. Needed for
 * an owner who cannot log in, because no other user can decide about the owner's account. Throws `CommandError` for an
 * unknown provider or member, and if no or more than one pending identity matches.
 */
export async function linkIdentity(
  { pool, prisma }: CommandDatabase,
  idpName: string,
  email: string,
  nameId?: string,
): Promise<string[]> {
  const identityProvider = await prisma.identityProvider.findUnique({
    where: { name: idpName },
    select: { id: true, teamId: true, team: { select: { name: true, ownerId: true } } },
  });
  if (!identityProvider) throw new CommandError(`There is no identity provider "${idpName}".`);
  const { id: identityProviderId, teamId, team } = identityProvider;
  return withQueues(pool, (boss) =>
    prisma.$transaction(async (transaction) => {
      const user = await transaction.user.findFirst({
        where: { email, teamId, deactivatedAt: null },
        select: { id: true, firstName: true, lastName: true },
      });
      if (!user) throw new CommandError(`${email} is not an active member of ${team.name}.`);
      await transaction.$executeRaw`SELECT FROM users WHERE id = ${user.id}::uuid FOR NO KEY UPDATE`;
      const claims = await transaction.pendingIdentity.findMany({
        where: { identityProviderId, userId: user.id, email, ...(nameId !== undefined && { nameId }) },
        orderBy: { firstSeenAt: 'asc' },
      });
      const [claim] = claims;
      if (!claim)
        throw new CommandError(
          `No identity with ${email} is waiting. Ask the user to sign in through "${idpName}" first.`,
        );
      if (claims.length > 1)
        throw new CommandError(
          [
            'Several identities are waiting. Find out the NameID of the user, and add it at the end of the command:',
            ...claims.map((one) => `  ${one.nameId}  ${one.firstName} ${one.lastName}`),
          ].join('\n'),
        );
      await transaction.pendingIdentity.deleteMany({ where: { identityProviderId, nameId: claim.nameId } });
      await transaction.ssoIdentity.create({
        data: { identityProviderId, nameId: claim.nameId, userId: user.id },
      });
      await recordOperation(transaction, 'link-identity', { userId: user.id, email });
      const notice = { email, firstName: user.firstName, identityProvider: idpName };
      await boss.send(IDENTITY_LINKED_QUEUE, notice, { db: fromPrisma(transaction) });
      const role = team.ownerId === user.id ? 'the owner' : 'a member';
      return [
        `${user.firstName} ${user.lastName} (${email}), ${role} of ${team.name}, signs in through "${idpName}" from now on,`,
        `as "${claim.nameId}", ${claim.firstName} ${claim.lastName}. The user gets an email.`,
      ];
    }),
  );
}
