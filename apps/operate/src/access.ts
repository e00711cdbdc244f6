import type { PrismaClient, Transaction } from '@foyer/db/client';
import { NO_FREE_SEAT, sqlStateOf } from '@foyer/db/sql-state';
import { CommandError } from '@foyer/tools/command-error';
import { recordOperation } from './record.ts';

/**
 * Logs a user out everywhere, deletes their known devices and revokes the access of connected apps. Throws
 * `CommandError` for an unknown address.
 */
export async function endSessions(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const { sessions, apps } = await endAccess(transaction, id);
    await recordOperation(transaction, 'end-sessions', { userId: id, email });
    return [`${email}: ended ${sessions} session(s) and the access of ${apps} app(s).`];
  });
}

/**
 * Deactivates a user, and ends all sessions and app access in the same transaction (invariant 9 of docs/security.md).
 */
export async function deactivate(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const changed = await transaction.$executeRaw`
      UPDATE users SET deactivated_at = now() WHERE id = ${id}::uuid AND deactivated_at IS NULL`;
    await endAccess(transaction, id);
    if (changed === 0) return [`${email} was already deactivated.`];
    await recordOperation(transaction, 'deactivate', { userId: id, email });
    return [`${email} is deactivated and signed out. The seat is free.`];
  });
}

/** Reactivates a user. Throws `CommandError` for an unknown user, a full team, or a team whose owner is leaving. */
export async function reactivate(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const { count } = await transaction.user
      .updateMany({ where: { id, deactivatedAt: { not: null } }, data: { deactivatedAt: null } })
      .catch(async (error: unknown) => {
        if (sqlStateOf(error)?.code !== NO_FREE_SEAT) throw error;
        // Reads outside the transaction, which the error has aborted.
        const owner = { id: { not: id }, deletionRequestedAt: { not: null } };
        const isOwnerLeaving = (await prisma.team.count({ where: { owner, members: { some: { id } } } })) > 0;
        throw new CommandError(
          isOwnerLeaving
            ? `The owner of the team of ${email} has requested the deletion of their account. Until they log in and keep it, no one can join the team.`
            : `The team of ${email} has no free seat. Free a seat, or raise the team's seat limit.`,
        );
      });
    if (count === 0) return [`${email} is not deactivated.`];
    await recordOperation(transaction, 'reactivate', { userId: id, email });
    return [`${email} can log in again.`];
  });
}

/**
 * Lifts the lockouts of an email address, which may have no account, and of its user's known devices and second factor.
 */
export async function unlock(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const ofPasswords = await transaction.$executeRaw`
      DELETE FROM lockouts WHERE subject = ${email} OR subject IN (
        SELECT d.id::text FROM known_devices d JOIN users u ON u.id = d.user_id WHERE u.email = ${email})`;
    const { count: ofCodes } = await transaction.secondFactorLockout.deleteMany({
      where: { factor: { user: { email } } },
    });
    if (ofPasswords + ofCodes === 0) return [`${email} is not locked.`];
    await recordOperation(transaction, 'unlock', { email });
    return [`${email} can try again now.`];
  });
}

/**
 * Removes the authenticator app with its recovery codes, and all passkeys, because a passkey is also a second factor.
 * Ends all sessions, known devices and app access. Throws `CommandError` for an unknown user or if there is no second
 * factor.
 */
export async function resetSecondFactor(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    // Locks the user first and then the user's rows, as the API does (`lockUsers`).
    await transaction.$executeRaw`SELECT FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const { count: apps } = await transaction.secondFactor.deleteMany({ where: { userId: id } });
    const { count: passkeys } = await transaction.passkey.deleteMany({ where: { userId: id } });
    if (apps + passkeys === 0) throw new CommandError(`${email} has no second factor and no passkey.`);
    await endAccess(transaction, id);
    await recordOperation(transaction, 'reset-second-factor', { userId: id, email });
    return [
      `${email} no longer has a second factor or a passkey, and is signed out everywhere. The password alone is enough to log in.`,
      'No email is sent. Tell the user at that address what you did, and when.',
    ];
  });
}

async function endAccess(
  transaction: Transaction,
  userId: string,
): Promise<{ sessions: number; apps: number }> {
  const { count: sessions } = await transaction.session.deleteMany({ where: { userId } });
  await transaction.pendingLogin.deleteMany({ where: { userId } });
  await transaction.knownDevice.deleteMany({ where: { userId } });
  const apps = await transaction.$executeRaw`
    UPDATE oauth_grants SET revoked_at = now() WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`;
  return { sessions, apps };
}

async function findUser(transaction: Transaction, email: string): Promise<{ id: string }> {
  const user = await transaction.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw new CommandError(`There is no account with ${email}.`);
  return user;
}
