import type { Transaction } from '@foyer/db/client';
import { TEAM_CUSTOMER_QUEUE } from '@foyer/mail/queues';
import type { Jobs } from '../database/jobs.ts';

/** Has the card provider told of a changed address, where the person owns a team that is its customer. */
export async function updateCustomer(transaction: Transaction, jobs: Jobs, userId: string): Promise<void> {
  const paid = await transaction.subscription.findFirst({
    where: { team: { ownerId: userId } },
    select: { teamId: true },
  });
  if (paid) await jobs.send(transaction, TEAM_CUSTOMER_QUEUE, { teamId: paid.teamId });
}
