import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { CommandError } from '@foyer/tools/command-error';
import {
  assumptions,
  type Assumption,
  type AssumptionTools,
  type AssumptionResult,
  type ClockedSubscription,
} from './assumptions.ts';
import { clientFor } from '@foyer/operate/stripe-client';

const TEST_KEY = /^(sk|rk)_test_/;
const CLOCK_POLLS = 60;
const CLOCK_POLL_MS = 2_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
/** The number of days to advance. No month is as short, so the latest invoice cannot be that of the next renewal. */
const RETRY_DAYS = 27;

/**
 * Checks each assumption in turn. Returns a line for each, and whether none is false. Throws a `CommandError` before
 * any call if the key is not of test mode, and later if the price is missing.
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
    for (const { id, claim, otherwise = '', check } of list) {
      const found: AssumptionResult = await check(bench).catch(
        (error: unknown) => `it failed: ${String(error)}`,
      );
      const isFine = found === 'held' || found === 'untried';
      isGood &&= isFine;
      lines.push(
        `${isFine ? found.padEnd(8) : 'NOT SO  '} ${id}: ${claim}${isFine ? '' : ` Found: ${found}. ${otherwise}`.trimEnd()}`,
      );
    }
  } finally {
    // Ignores customers that a check has already deleted.
    await Promise.allSettled(made.map((id) => stripe.customers.del(id)));
  }
  return { lines, isGood };
}

function makeBench(stripe: Stripe, apiUrl: string, price: string, made: string[]): AssumptionTools {
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
  const subscribeOnClock = async (): Promise<ClockedSubscription | undefined> => {
    const clock = await stripe.testHelpers.testClocks
      .create({ frozen_time: Math.floor(Date.now() / 1000) })
      .catch(nothingIfUnknown);
    const { id: customerId, method } = await customer('visa', clock?.id);
    const { id, items } = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price }],
      default_payment_method: method,
    });
    const periodEnd = items.data[0]?.current_period_end ?? 0;
    const control = (path: string, body?: object) => controlStandIn(apiUrl, path, body);
    if (!clock && !(await control('/counters'))) return undefined;
    return {
      id,
      customerId,
      method,
      async renew() {
        if (clock) return passTime(stripe, clock.id, periodEnd + 5 * MINUTE_SECONDS);
        await control('/draft_time', { seconds: HOUR_SECONDS });
        await control(`/subscriptions/${id}/renew`, {});
        await control('/draft_time', { seconds: 0 });
      },
      async endDraftTime() {
        if (!clock) return void (await control(`/subscriptions/${id}/end_draft_time`, {}));
        const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
        const finalizesAt = data[0]?.automatically_finalizes_at ?? periodEnd;
        await passTime(stripe, clock.id, finalizesAt + 2 * HOUR_SECONDS);
      },
      async endRetries() {
        if (!clock) return void (await control(`/subscriptions/${id}/end`, {}));
        await passTime(stripe, clock.id, periodEnd + RETRY_DAYS * 24 * HOUR_SECONDS);
      },
    };
  };
  return {
    stripe,
    price,
    customer: (card) => customer(card),
    subscribeOnClock,
    newKey: () => randomUUID(),
  };
}

/** Advances a test clock (https://docs.stripe.com/api/test_clocks/advance). Throws if that fails or takes too long. */
async function passTime(stripe: Stripe, clockId: string, until: number): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: until });
  for (let poll = 0; poll < CLOCK_POLLS; poll++) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clockId);
    if (status === 'ready') return;
    if (status !== 'advancing') break;
    await new Promise((resolve) => setTimeout(resolve, CLOCK_POLL_MS));
  }
  throw new Error(`The test clock ${clockId} does not come to ${until}.`);
}

/** Calls a control endpoint of the stand-in, which has no test clocks. Returns whether the call succeeded. */
async function controlStandIn(apiUrl: string, path: string, body?: object): Promise<boolean> {
  const reply = await fetch(new URL(`/_control${path}`, apiUrl), {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return reply.ok;
}

function nothingIfUnknown(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
  throw error;
}
