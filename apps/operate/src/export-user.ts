import type { PrismaClient } from '@foyer/db/client';
import { exportPerson } from '@foyer/db/export-person';
import { CommandError } from '@foyer/tools/command-error';
import { recordOperation } from './record.ts';

export async function exportUser(prisma: PrismaClient, email: string): Promise<object> {
  const exported = await exportPerson(prisma, email);
  if (!exported) throw new CommandError(`The portal knows nothing about ${email}.`);
  await recordOperation(prisma, 'export-user', {
    ...(exported.user ? { userId: exported.user.id } : {}),
    email,
  });
  return exported;
}
