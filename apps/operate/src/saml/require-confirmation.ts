import type { Transaction } from '@foyer/db/client';
import { CommandError } from '@foyer/tools/command-error';

/**
 * Throws a `CommandError` if a change would end access and the operator has not confirmed it: an identity provider is
 * switched off, deleted, or gets another issuer (`end_access_on_word_of` in prisma/sql/company.sql). The error lists
 * the access, which cannot be restored.
 */
export async function requireConfirmation(
  transaction: Transaction,
  idp: { id: string; name: string },
  action: string,
  isConfirmed: boolean,
): Promise<void> {
  if (isConfirmed) return;
  const where = { dependsOnIdp: idp.id };
  const sessions = { OR: [where, { stepUpDependsOnIdp: idp.id }] };
  const ending = [
    counted(await transaction.passkey.count({ where }), 'passkey'),
    counted(
      await transaction.secondFactor.count({ where: { ...where, confirmedAt: { not: null } } }),
      'authenticator app',
    ),
    counted(await transaction.session.count({ where: sessions }), 'session'),
    counted(await transaction.oAuthGrant.count({ where: { ...where, revokedAt: null } }), 'connected app'),
  ].filter((line) => line !== undefined);
  if (ending.length === 0) return;
  throw new CommandError(
    [
      `To ${action} "${idp.name}" permanently ends the access that only its sign-ins confirm:`,
      ...ending.map((line) => `  ${line}`),
      'The affected users get an email. Nothing was changed. To continue, run the command again with --yes.',
    ].join('\n'),
  );
}

function counted(count: number, thing: string): string | undefined {
  return count === 0 ? undefined : `${count} ${thing}${count === 1 ? '' : 's'}`;
}
