import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { CommandError } from '../command-error.ts';
import { assumptions, type Assumption, type Bench, type Found } from './assumptions.ts';
import { clientFor } from './stripe-client.ts';

const TEST_KEY = /^(sk|rk)_test_/;
const CLOCK_POLLS = 60;
const CLOCK_POLL_MS = 2_000;
const HOUR_SECONDS = 3_600;

/**
 * Tries what we rely on, one after the other, and prints what held. Throws a `CommandError` for a key that is not of test mode,
 * before any call, and where the price is missing.
 */
export async function tryAssumptions(
  secretKey: string,
  apiUrl: string,
  lookupKey: string,
  list: readonly Assumption[] = assumptions,
): Promise<{ lines: string[]; isGood: boolean }> {
  if (!TEST_KEY.test(secretKey))
    throw new CommandError(
      'This is no key of test mode (sk_test_…): nothing was called. Live keys are never used here.',
    );
  const stripe = clientFor(secretKey, apiUrl);
  const { data: prices } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  const price = prices[0]?.id;
  if (price === undefined)
    throw new CommandError(`The account has no price with the lookup key ${lookupKey}.`);
  const made: string[] = [];
  const bench = makeBench(stripe, apiUrl, price, made);
  const lines: string[] = [];
  let isGood = true;
  try {
    for (const { id, claim, check } of list) {
      const found: Found = await check(bench).catch((error: unknown) => `it failed: ${String(error)}`);
      const isFine = found === 'held' || found === 'untried';
      isGood &&= isFine;
      lines.push(
        `${isFine ? found.padEnd(8) : 'NOT SO  '} ${id}: ${claim}${isFine ? '' : ` Found: ${found}`}`,
      );
    }
  } finally {
    // Some checks have deleted theirs.
    await Promise.allSettled(made.map((id) => stripe.customers.del(id)));
  }
  return { lines, isGood };
}

function makeBench(stripe: Stripe, apiUrl: string, price: string, made: string[]): Bench {
  const customer = async (card?: string, clock?: string) => {
    const { id } = await stripe.customers.create({
      name: 'npm run test:stripe',
      address: { line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10001', country: 'US' },
      ...(clock === undefined ? {} : { test_clock: clock }),
    });
    made.push(id);
    if (card === undefined) return { id, method: '' };
    const method = await stripe.paymentMethods.attach(`pm_card_${card}`, { customer: id });
    return { id, method: method.id };
  };
  const renewWithoutCard = async () => {
    const clock = await stripe.testHelpers.testClocks
      .create({ frozen_time: Math.floor(Date.now() / 1000) })
      .catch(nothingIfUnknown);
    const { id: customerId, method } = await customer('visa', clock?.id);
    const subscription = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price }],
      default_payment_method: method,
    });
    await stripe.paymentMethods.detach(method);
    // The invoice of a renewal is a draft for an hour before it is to be paid.
    const end = (subscription.items.data[0]?.current_period_end ?? 0) + 2 * HOUR_SECONDS;
    const isRenewed = clock
      ? await passTime(stripe, clock.id, end)
      : await renewOnStandIn(apiUrl, subscription.id);
    if (!isRenewed) return undefined;
    return stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  };
  return { stripe, price, customer: (card) => customer(card), renewWithoutCard, newKey: () => randomUUID() };
}

/** https://docs.stripe.com/api/test_clocks/advance */
async function passTime(stripe: Stripe, clockId: string, until: number): Promise<boolean> {
  await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: until });
  for (let poll = 0; poll < CLOCK_POLLS; poll++) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clockId);
    if (status !== 'advancing') return status === 'ready';
    await new Promise((resolve) => setTimeout(resolve, CLOCK_POLL_MS));
  }
  return false;
}

/** The stand-in has no clocks, but a control. */
async function renewOnStandIn(apiUrl: string, subscriptionId: string): Promise<boolean> {
  const url = new URL(`/_control/subscriptions/${subscriptionId}/renew`, apiUrl);
  return (await fetch(url, { method: 'POST' })).ok;
}

function nothingIfUnknown(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
  throw error;
}
