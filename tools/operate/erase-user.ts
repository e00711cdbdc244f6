import { stateOf } from '@foyer/catalog/subscription-states';
import type { PrismaClient, Transaction } from '@foyer/db/client';
import { CommandError } from '../command-error.ts';
import { recordOperation } from './record.ts';

/** The security log and the queue are read from end to end. */
const TIMEOUT_MS = 120_000;

/**
 * Forgets a person (GDPR article 17), account or not, in one transaction: account, sessions, grants, identities, links,
 * registrations, invitations and mails are deleted; lines of the security log keep the user's id and lose everything
 * that names them. A team with nobody left goes too, unless payments or single sign-on still hang on it. Gives what
 * is to be done elsewhere. Throws `CommandError` when a team would be left without its owner or a plan would go on being paid.
 */
export async function eraseUser(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(
    async (transaction) => {
      const user = await transaction.user.findUnique({
        where: { email },
        select: { id: true, teamId: true },
      });
      const advice = user ? await eraseAccount(transaction, user.id, user.teamId) : [];
      const rows = await eraseTraces(transaction, email, user?.id ?? null);
      if (!user && rows === 0) throw new CommandError(`The portal knows nothing about ${email}.`);
      await recordOperation(transaction, 'erase-user', user ? { userId: user.id } : {});
      return [`${email} is erased.`, ...advice];
    },
    { timeout: TIMEOUT_MS },
  );
}

async function eraseAccount(transaction: Transaction, userId: string, teamId: string): Promise<string[]> {
  // Nobody joins meanwhile: whoever takes a seat waits for this lock.
  await transaction.$queryRaw`SELECT id FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  const team = await transaction.team.findUniqueOrThrow({
    where: { id: teamId },
    select: {
      name: true,
      ownerId: true,
      subscription: { select: { status: true, stripeCustomerId: true } },
      identityProviders: { select: { id: true } },
      _count: { select: { members: true } },
    },
  });
  const isOwner = team.ownerId === userId;
  const isLast = team._count.members === 1;
  if (isOwner && !isLast)
    throw new CommandError(
      `They own the team "${team.name}", which has ${team._count.members - 1} other member(s). Hand the team to one of them first.`,
    );
  if (isLast && stateOf(team.subscription?.status).isRunning)
    throw new CommandError(
      `The plan of their team "${team.name}" is running and nobody would be left in it. Cancel it at the card provider first.`,
    );
  if (isOwner) await transaction.team.update({ where: { id: teamId }, data: { ownerId: null } });
  await transaction.user.delete({ where: { id: userId } });
  if (!isLast) return [];
  if (!team.subscription && team.identityProviders.length === 0) {
    await transaction.team.delete({ where: { id: teamId } });
    return [];
  }
  await transaction.teamInvitation.deleteMany({ where: { teamId } });
  await transaction.team.update({ where: { id: teamId }, data: { name: 'Erased' } });
  return [
    ...(team.subscription
      ? [`The card provider still knows them as ${team.subscription.stripeCustomerId}: erase that there.`]
      : []),
    ...(team.identityProviders.length > 0
      ? ['Their team has single sign-on: it stays, without a member.']
      : []),
  ];
}

/** What knows an address without belonging to an account. Gives how many rows there were. */
async function eraseTraces(transaction: Transaction, email: string, userId: string | null): Promise<number> {
  const where = { email };
  const deleted = [
    await transaction.registration.deleteMany({ where }),
    await transaction.oneTimeLink.deleteMany({ where }),
    await transaction.mailWait.deleteMany({ where }),
    await transaction.invitationMailWait.deleteMany({ where }),
    await transaction.invitationBudget.deleteMany({
      where: {
        holder: { in: [`product-inviter:${email}`, `inviter:${userId}`] },
      },
    }),
    await transaction.loginLockout.deleteMany({ where }),
    await transaction.teamInvitation.deleteMany({ where }),
    await transaction.eventInvitation.deleteMany({ where }),
    await transaction.memberChange.deleteMany({ where }),
    await transaction.seatRequest.deleteMany({ where }),
    await transaction.pendingIdentity.deleteMany({ where }),
    await transaction.eventInvitation.updateMany({
      where: { inviterEmail: email },
      data: { inviterEmail: '', inviterName: '' },
    }),
  ].reduce((sum, { count }) => sum + count, 0);
  const mails = await transaction.$executeRaw`
    DELETE FROM pgboss.job WHERE data->>'to' = ${email} OR data->>'email' = ${email}`;
  const log = await transaction.$executeRaw`
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE email = ${email} OR user_id = ${userId}::uuid`;
  return deleted + mails + log;
}
