import type { Transaction } from '@foyer/db/client';
import { BILLING_EVENT_QUEUE } from '@foyer/mail/queues';
import { fromPrisma } from 'pg-boss';
import type { CommandDatabase } from './with-database.ts';
import { withQueues } from './with-queues.ts';

export type EventToHandle = { id: string; type: string; customerId: string };

/**
 * Stores new events as the webhook does, each with a job, so that a replica of the API syncs the customer. Calls
 * `record` in the same transaction. Returns the new events.
 */
export async function storeEvents<T extends EventToHandle>(
  { pool, prisma }: CommandDatabase,
  events: readonly T[],
  record: (transaction: Transaction, stored: readonly T[]) => Promise<void>,
): Promise<T[]> {
  return withQueues(pool, (boss) =>
    prisma.$transaction(async (transaction) => {
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
    }),
  );
}
