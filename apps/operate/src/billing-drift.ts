import { randomUUID } from 'node:crypto';
import { subscriptionCopyOf, currentSubscription, statusAfter } from '@foyer/catalog/billed-subscription';
import { planOf, subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { PrismaClient } from '@foyer/db/client';
import type { Stripe } from 'stripe';
import type { CommandDatabase } from './with-database.ts';
import { storeEvents } from './handle-events.ts';
import { recordBillingOperation } from './record.ts';
import { checkConfiguredPrice } from './check/stripe-account.ts';

const READ_AGAIN = 'run billing-drift with --fix';

type Difference = { customerId: string; whose: string; what: string; fix: string };

/**
 * Compares the stored subscriptions, and the price on the portal's pages, with the card provider. With `shouldFix`,
 * stores events with which the API syncs the customers whose stored data differs.
 */
export async function compareWithProvider(
  database: CommandDatabase,
  stripe: Stripe,
  { shouldFix, lookupKey }: { shouldFix: boolean; lookupKey: string },
): Promise<string[]> {
  const { findings } = await checkConfiguredPrice(stripe, lookupKey);
  const rows = await readRows(database.prisma);
  const differences = await findDifferences(rows, stripe);
  const toRead = [
    ...new Set(differences.filter(({ fix }) => fix === READ_AGAIN).map(({ customerId }) => customerId)),
  ];
  const count = findings.length + differences.length;
  const type = 'operator.billing-drift';
  const events = shouldFix
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
    ...differences.map(({ customerId, whose, what, fix }) => `${customerId}  ${whose}: ${what}. Fix: ${fix}`),
    count === 0 ? `${rows.length} row(s), no difference.` : `${rows.length} row(s), ${count} difference(s).`,
    ...(events.length > 0
      ? [`The API now reads ${events.length} customer(s) again. Run billing-drift again in a minute.`]
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
  const byCustomer = new Map<string, Stripe.Subscription[]>();
  for await (const subscription of stripe.subscriptions.list({
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice'],
  })) {
    const { customer } = subscription;
    const customerId = typeof customer === 'string' ? customer : customer.id;
    byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), subscription]);
  }
  const differences: Difference[] = [];
  for (const row of rows) {
    const subscriptions = byCustomer.get(row.stripeCustomerId) ?? [];
    const found = [
      ...differencesOf(row, subscriptions),
      ...(await customerDifference(row, subscriptions, stripe)),
    ];
    const whose = `${row.team.name} (${row.team.owner?.email ?? 'no owner'})`;
    differences.push(...found.map((one) => ({ customerId: row.stripeCustomerId, whose, ...one })));
  }
  const known = new Set(rows.map(({ stripeCustomerId }) => stripeCustomerId));
  for (const [customerId, subscriptions] of byCustomer) {
    const running = subscriptions.filter(({ status }) => subscriptionStateOf(status).isRunning);
    if (known.has(customerId) || running.length === 0) continue;
    differences.push({
      customerId,
      whose: 'no team',
      what: `${running.map(({ id }) => id).join(', ')} charges a card, but the portal has no team with this customer`,
      fix: 'cancel it in the provider’s dashboard, and refund its charges',
    });
  }
  return differences;
}

type Found = { what: string; fix: string };

function differencesOf(row: Row, subscriptions: Stripe.Subscription[]): Found[] {
  const current = currentSubscription(subscriptions);
  const running = subscriptions.filter(({ status }) => subscriptionStateOf(status).isRunning);
  const found: Found[] = [];
  if (current) {
    const copy = { ...subscriptionCopyOf(current), status: statusAfter(row.status, current) };
    for (const field of ['status', 'stripeSubscriptionId', 'currentPeriodEnd', 'isCancelScheduled'] as const)
      if (shown(row[field]) !== shown(copy[field]))
        found.push({
          what: `${field} is ${shown(row[field])} in the portal and ${shown(copy[field])} at the provider`,
          fix: READ_AGAIN,
        });
  }
  const plan = planOf(row, new Date());
  if (row.team.plan !== plan)
    found.push({
      what: `the team has the plan ${row.team.plan}, but its subscription gives ${plan}`,
      fix: READ_AGAIN,
    });
  if (running.length > 1)
    found.push({
      what: `${running.map(({ id }) => id).join(' and ')} are active at the same time`,
      fix: 'cancel all but one in the provider’s dashboard, refund, and run billing-drift again',
    });
  return found;
}

/**
 * For a customer whose subscriptions have all ended: returns a difference if the provider has deleted the customer, or
 * knows no subscription although the portal has stored one.
 */
async function customerDifference(
  row: Row,
  subscriptions: Stripe.Subscription[],
  stripe: Stripe,
): Promise<Found[]> {
  if (subscriptions.some(({ status }) => !subscriptionStateOf(status).isFinal)) return [];
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
        what: 'the customer was deleted at the provider',
        fix: 'not needed, because the next payment creates a new customer',
      },
    ];
  return subscriptions.length === 0 && row.stripeSubscriptionId !== null
    ? [
        {
          what: `the provider does not know ${row.stripeSubscriptionId}`,
          fix: 'check that STRIPE_SECRET_KEY is a key of this portal’s account and mode',
        },
      ]
    : [];
}

function shown(value: string | boolean | Date | null): string {
  return value instanceof Date ? value.toISOString() : String(value ?? 'nothing');
}
