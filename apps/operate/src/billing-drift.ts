import { randomUUID } from 'node:crypto';
import { copyOf, currentOf, statusAfter } from '@foyer/catalog/billed-subscription';
import { planOf, stateOf } from '@foyer/catalog/subscription-states';
import type { PrismaClient } from '@foyer/db/client';
import type { Stripe } from 'stripe';
import type { CommandDatabase } from './with-database.ts';
import { storeEvents } from './handle-events.ts';
import { recordBillingOperation } from './record.ts';
import { checkConfiguredPrice } from './check/stripe-account.ts';

const READ_AGAIN = 'read it again (--mend)';

/** One thing that we and the provider say differently, and what would mend it. */
type Difference = { customerId: string; whose: string; what: string; mending: string };

/**
 * Compares every row of ours with the subscriptions at the provider, and the price on our pages with the configured one, and
 * prints each difference. With `isMended` the API reads those customers again that a reading mends, by the sync that an event
 * brings about. Says so when nothing differs.
 */
export async function compareWithProvider(
  database: CommandDatabase,
  stripe: Stripe,
  { isMended, lookupKey }: { isMended: boolean; lookupKey: string },
): Promise<string[]> {
  const { findings } = await checkConfiguredPrice(stripe, lookupKey);
  const rows = await readRows(database.prisma);
  const differences = await findDifferences(rows, stripe);
  const toRead = [
    ...new Set(
      differences.filter(({ mending }) => mending === READ_AGAIN).map(({ customerId }) => customerId),
    ),
  ];
  const count = findings.length + differences.length;
  const type = 'operator.billing-drift';
  const events = isMended
    ? toRead.map((customerId) => ({ id: `operator_${randomUUID()}`, type, customerId }))
    : [];
  await storeEvents(database, events, (transaction) =>
    recordBillingOperation(transaction, 'billing-drift', {
      rows: rows.length,
      differences: count,
      read: events.length,
    }),
  );
  return [
    ...findings,
    ...differences.map(
      ({ customerId, whose, what, mending }) => `${customerId}  ${whose}: ${what}. To mend: ${mending}`,
    ),
    count === 0 ? `${rows.length} row(s), no difference.` : `${rows.length} row(s), ${count} difference(s).`,
    ...(events.length > 0
      ? [`A replica of the API reads ${events.length} customer(s) again now; compare once more in a minute.`]
      : []),
  ];
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows(prisma: PrismaClient) {
  return prisma.subscription.findMany({
    select: {
      stripeCustomerId: true,
      stripeSubscriptionId: true,
      status: true,
      currentPeriodEnd: true,
      isCancelScheduled: true,
      pastDueSince: true,
      team: { select: { name: true, plan: true, owner: { select: { email: true } } } },
    },
    orderBy: { stripeCustomerId: 'asc' },
  });
}

async function findDifferences(rows: Row[], stripe: Stripe): Promise<Difference[]> {
  const told = new Map<string, Stripe.Subscription[]>();
  for await (const subscription of stripe.subscriptions.list({
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice'],
  })) {
    const { customer } = subscription;
    const customerId = typeof customer === 'string' ? customer : customer.id;
    told.set(customerId, [...(told.get(customerId) ?? []), subscription]);
  }
  const differences: Difference[] = [];
  for (const row of rows) {
    const subscriptions = told.get(row.stripeCustomerId) ?? [];
    const found = [
      ...differencesOf(row, subscriptions),
      ...(await customerDifference(row, subscriptions, stripe)),
    ];
    const whose = `${row.team.name} (${row.team.owner?.email ?? 'nobody owns it'})`;
    differences.push(...found.map((one) => ({ customerId: row.stripeCustomerId, whose, ...one })));
  }
  const known = new Set(rows.map(({ stripeCustomerId }) => stripeCustomerId));
  for (const [customerId, subscriptions] of told) {
    const running = subscriptions.filter(({ status }) => stateOf(status).isRunning);
    if (known.has(customerId) || running.length === 0) continue;
    differences.push({
      customerId,
      whose: 'no team',
      what: `${running.map(({ id }) => id).join(', ')} charges a card for nobody here`,
      mending: 'cancel it in the provider’s dashboard, and refund what was charged in vain',
    });
  }
  return differences;
}

type Found = { what: string; mending: string };

function differencesOf(row: Row, subscriptions: Stripe.Subscription[]): Found[] {
  const current = currentOf(subscriptions);
  const running = subscriptions.filter(({ status }) => stateOf(status).isRunning);
  const found: Found[] = [];
  if (current) {
    const copy = { ...copyOf(current), status: statusAfter(row.status, current) };
    for (const field of ['status', 'stripeSubscriptionId', 'currentPeriodEnd', 'isCancelScheduled'] as const)
      if (shown(row[field]) !== shown(copy[field]))
        found.push({
          what: `${field} is ${shown(row[field])} here and ${shown(copy[field])} there`,
          mending: READ_AGAIN,
        });
  }
  const plan = planOf(row, new Date());
  if (row.team.plan !== plan)
    found.push({
      what: `the team is on ${row.team.plan}, its subscription gives ${plan}`,
      mending: READ_AGAIN,
    });
  if (running.length > 1)
    found.push({
      what: `${running.map(({ id }) => id).join(' and ')} are running side by side`,
      mending: 'cancel all but one in the provider’s dashboard, refund, and compare once more',
    });
  return found;
}

/** A row without any subscription there: of somebody who has not paid yet, or of a customer who is gone. */
async function customerDifference(
  row: Row,
  subscriptions: Stripe.Subscription[],
  stripe: Stripe,
): Promise<Found[]> {
  if (subscriptions.some(({ status }) => !stateOf(status).isFinal)) return [];
  const isThere = await stripe.customers.retrieve(row.stripeCustomerId).then(
    (customer) => !customer.deleted,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return false;
      throw error;
    },
  );
  if (!isThere)
    return [
      {
        what: 'the customer was deleted',
        mending: 'nothing to do: the next payment makes a new one',
      },
    ];
  return subscriptions.length === 0 && row.stripeSubscriptionId !== null
    ? [
        {
          what: `${row.stripeSubscriptionId} is unknown there`,
          mending: 'are STRIPE_SECRET_KEY and mode those of this portal?',
        },
      ]
    : [];
}

function shown(value: string | boolean | Date | null): string {
  return value instanceof Date ? value.toISOString() : String(value ?? 'nothing');
}
