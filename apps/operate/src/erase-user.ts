import { stateOf } from '@foyer/catalog/subscription-states';
import { erasePerson, PersonNotErasable, type Erased, type NotErasable } from '@foyer/db/erase-person';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { fromPrisma } from 'pg-boss';
import { CommandError } from '@foyer/tools/command-error';
import type { CommandDatabase } from './with-database.ts';
import { recordOperation } from './record.ts';
import { withQueues } from './with-queues.ts';

/** The timeout is long, because the erasure reads the whole security log and all jobs. */
const TIMEOUT_MS = 120_000;

/**
 * Erases a person through `erasePerson`, in one transaction, and returns the remaining manual steps. If a team with
 * payments is left empty, a replica of the API ends its subscription. Throws `CommandError` if a team would lose its
 * owner, a plan would keep running, or nothing is known about the person.
 */
export async function eraseUser({ pool, prisma }: CommandDatabase, email: string): Promise<string[]> {
  return withQueues(pool, (boss) =>
    prisma.$transaction(
      async (transaction) => {
        const erased = await erasePerson(transaction, email, {
          isPlanRunning: (status) => stateOf(status).isRunning,
        }).catch((error: unknown) => {
          throw error instanceof PersonNotErasable ? new CommandError(inWords(error.why)) : error;
        });
        if (!erased.hadTraces) throw new CommandError(`The portal knows nothing about ${email}.`);
        const { userId, stripeCustomerId } = erased;
        if (stripeCustomerId !== undefined)
          await boss.send(
            BILLING_END_QUEUE,
            { stripeCustomerId },
            { db: fromPrisma(transaction), singletonKey: stripeCustomerId },
          );
        await recordOperation(transaction, 'erase-user', userId === null ? {} : { userId });
        return [`${email} is erased.`, ...adviceOf(erased)];
      },
      { timeout: TIMEOUT_MS },
    ),
  );
}

function inWords(why: NotErasable): string {
  return why.reason === 'owns-team'
    ? `They own the team "${why.teamName}", which has ${why.others} other member(s). Hand the team to one of them first.`
    : `The plan of their team "${why.teamName}" is active, and the team would have no members left. Cancel the plan at the card provider first.`;
}

function adviceOf({ userId, apps, erasures, stripeCustomerId, hasSingleSignOn }: Erased): string[] {
  return [
    ...(apps.length === 0 ? [] : [`Apps keep what they read: ask ${apps.join(', ')} to erase it.`]),
    ...(userId === null
      ? []
      : [
          `Analytics, if you have it, knows them as ${userId}: erase that there. Logs name them until they end.`,
        ]),
    ...(erasures.length === 0 ? [] : ['For repeat-erasures after a restore:', ...erasures]),
    ...(stripeCustomerId === undefined
      ? []
      : [`The card provider still knows them as ${stripeCustomerId}: erase that there.`]),
    ...(hasSingleSignOn ? ['Their team has single sign-on: it stays, without a member.'] : []),
  ];
}
