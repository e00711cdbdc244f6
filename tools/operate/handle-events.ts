import type { Transaction } from '@foyer/db/client';
import { BILLING_EVENT_QUEUE } from '@foyer/mail/queues';
import { fromPrisma, PgBoss } from 'pg-boss';
import type { CommandDatabase } from '../portal/with-database.ts';

export type EventToHandle = { id: string; type: string; customerId: string };

/**
 * Stores events as the webhook does, each with the job that handles it, so that a replica of the API reads the customer
 * again in its one way. Gives those that were not there before.
 */
export async function storeEvents<T extends EventToHandle>(
  { pool, prisma }: CommandDatabase,
  events: readonly T[],
  record: (transaction: Transaction, stored: readonly T[]) => Promise<void>,
): Promise<T[]> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  try {
    return await prisma.$transaction(async (transaction) => {
      const stored: T[] = [];
      for (const event of events) {
        const { id, type, customerId } = event;
        const added = await transaction.$executeRaw`
          INSERT INTO webhook_events (id, type, object_id) VALUES (${id}, ${type}, ${customerId})
          ON CONFLICT (id) DO NOTHING`;
        if (added === 0) continue;
        await boss.send(BILLING_EVENT_QUEUE, { eventId: id }, { db: fromPrisma(transaction) });
        stored.push(event);
      }
      await record(transaction, stored);
      return stored;
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}
