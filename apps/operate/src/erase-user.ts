import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
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
 * payments is left empty, a replica of the API ends its subscriptions at the card provider. Throws `CommandError` if a
 * team would lose its owner, a plan would keep running, or nothing is known about the person.
 */
export async function eraseUser({ pool, prisma }: CommandDatabase, email: string): Promise<string[]> {
  return withQueues(pool, (boss) =>
    prisma.$transaction(
      async (transaction) => {
        const erased = await erasePerson(transaction, email, {
          isPlanRunning: (status) => subscriptionStateOf(status).isRunning,
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
    ? `The user owns the team "${why.teamName}", which has ${why.others} other member(s). Hand the team to one of them first.`
    : `The plan of the user’s team "${why.teamName}" is active, and the team would have no members left. Cancel the plan at the card provider first.`;
}

function adviceOf({ userId, apps, erasures, stripeCustomerId, hasSingleSignOn }: Erased): string[] {
  return [
    ...(apps.length === 0 ? [] : [`Apps keep the data they read. Ask ${apps.join(', ')} to erase it.`]),
    ...(userId === null
      ? []
      : [
          `If you use analytics, erase the user ID ${userId} there. Logs contain the user until the logs are deleted.`,
        ]),
    ...(erasures.length === 0 ? [] : ['Keep these lines for repeat-erasures after a restore:', ...erasures]),
    ...(stripeCustomerId === undefined
      ? []
      : [`The card provider still has the customer ${stripeCustomerId}. Erase it there.`]),
    ...(hasSingleSignOn ? ['The team has single sign-on, so it is kept without members.'] : []),
  ];
}
