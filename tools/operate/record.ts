import type { Transaction } from '@foyer/db/client';

/** Leaves a line in the security log: an operator did this, to whom. */
export async function recordOperation(
  transaction: Transaction,
  action: string,
  person: { userId?: string; email?: string },
): Promise<void> {
  await transaction.auditEvent.create({
    data: { action: `operator.${action}`, outcome: 'ok', ...person },
    select: { id: true },
  });
}
