import type { PrismaClient, Transaction } from '@foyer/db/client';
import { NO_FREE_SEAT, sqlStateOf } from '@foyer/db/sql-state';
import { CommandError } from '@foyer/tools/command-error';
import { recordOperation } from './record.ts';

/** Signs a user out everywhere, forgets their browsers and ends what connected apps may do. Throws `CommandError` for an unknown address. */
export async function endSessions(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const { sessions, apps } = await endAccess(transaction, id);
    await recordOperation(transaction, 'end-sessions', { userId: id, email });
    return [`${email}: ended ${sessions} session(s) and the access of ${apps} app(s).`];
  });
}

/**
 * Keeps a user out, and ends every session and app access in the same transaction (invariant 9 of docs/security.md).
 */
export async function deactivate(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const changed = await transaction.$executeRaw`
      UPDATE users SET deactivated_at = now() WHERE id = ${id}::uuid AND deactivated_at IS NULL`;
    await endAccess(transaction, id);
    if (changed === 0) return [`${email} was deactivated already.`];
    await recordOperation(transaction, 'deactivate', { userId: id, email });
    return [`${email} is deactivated and signed out. The seat is free.`];
  });
}

/** Lets a user in again. Throws `CommandError` when their team has no seat free (invariant 5 of docs/security.md). */
export async function reactivate(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    const { count } = await transaction.user
      .updateMany({ where: { id, deactivatedAt: { not: null } }, data: { deactivatedAt: null } })
      .catch((error: unknown) => {
        if (sqlStateOf(error)?.code === NO_FREE_SEAT)
          throw new CommandError(
            `The team of ${email} has no seat free. Free one, or raise the team's seat limit.`,
          );
        throw error;
      });
    if (count === 0) return [`${email} is not deactivated.`];
    await recordOperation(transaction, 'reactivate', { userId: id, email });
    return [`${email} can log in again.`];
  });
}

/** Lifts the lock of an address, which need not have an account, those of the browsers it has logged in with, and of its codes. */
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
    return [`${email} can try again at once.`];
  });
}

/**
 * Takes the second factor off an account whose person has lost it: the authenticator app with its recovery codes, and the passkeys,
 * which are asked for in its place where one is required. Ends every session, remembered browser and app access. The password stays.
 * Throws `CommandError` where there is neither.
 */
export async function resetSecondFactor(prisma: PrismaClient, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const { id } = await findUser(transaction, email);
    // In the order of a login that is on its way: first the person, then what is theirs.
    await transaction.$executeRaw`SELECT FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    const { count: apps } = await transaction.secondFactor.deleteMany({ where: { userId: id } });
    const { count: passkeys } = await transaction.passkey.deleteMany({ where: { userId: id } });
    if (apps + passkeys === 0) throw new CommandError(`${email} has no second factor and no passkey.`);
    await endAccess(transaction, id);
    await recordOperation(transaction, 'reset-second-factor', { userId: id, email });
    return [
      `${email} has no second factor and no passkey any more, and is signed out everywhere. The password opens the account again.`,
      'No mail goes out: write to that address what you did, and when.',
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
  if (!user) throw new CommandError(`Nobody has an account with ${email}.`);
  return user;
}
