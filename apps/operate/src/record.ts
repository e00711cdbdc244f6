import type { PrismaClient, Transaction } from '@foyer/db/client';

export async function recordClientChange(
  transaction: Transaction,
  client: string,
  change: string,
): Promise<void> {
  await transaction.auditEvent.create({
    data: { action: 'operator.oauth-client', outcome: 'ok', details: { client, change } },
    select: { id: true },
  });
}

export async function recordOperation(
  transaction: PrismaClient | Transaction,
  action: string,
  person: { userId?: string; email?: string },
): Promise<void> {
  await transaction.auditEvent.create({
    data: { action: `operator.${action}`, outcome: 'ok', ...person },
    select: { id: true },
  });
}

export async function recordGivenUp(
  prisma: PrismaClient,
  kind: 'mail' | 'job',
  verb: 'retry' | 'drop',
  count: number,
): Promise<void> {
  await prisma.auditEvent.create({
    data: { action: `operator.dead-${kind}s`, outcome: 'ok', details: { verb, count } },
    select: { id: true },
  });
}

export async function recordBillingOperation(
  transaction: Transaction,
  action: 'billing-drift' | 'replay-webhooks',
  details: Record<string, string | number | boolean>,
): Promise<void> {
  await transaction.auditEvent.create({
    data: { action: `operator.${action}`, outcome: 'ok', details },
    select: { id: true },
  });
}

export async function recordIdpChange(
  transaction: Transaction,
  name: string,
  change: string,
  changes: { field: string; before: string; after: string }[],
): Promise<void> {
  await transaction.auditEvent.create({
    data: { action: 'operator.identity-provider', outcome: 'ok', details: { name, change, changes } },
    select: { id: true },
  });
}
