import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PRO_PRICE } from '@foyer/card-provider-stand-in/prices';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { sdkFor } from '@foyer/card-provider-stand-in/test-provider';
import { billingEvents, customerToRead } from '@foyer/catalog/billing-events';
import { Stripe } from 'stripe';
import { checkAccount } from './stripe-account.ts';

const URL = 'https://portal.example.com/webhooks/stripe';

describe('the check of the Stripe account', () => {
  let provider: CardProvider;
  let stripe: Stripe;
  let endpoint: string;

  beforeAll(async () => {
    provider = await startCardProvider();
    stripe = sdkFor(provider);
  });
  afterAll(() => provider.stop());
  beforeEach(async () => {
    await provider.control.reset();
    endpoint = await addEndpoint();
  });

  async function addEndpoint(params: Partial<Stripe.WebhookEndpointCreateParams> = {}): Promise<string> {
    const ours = { url: URL, enabled_events: [...billingEvents], api_version: Stripe.API_VERSION };
    return (await stripe.webhookEndpoints.create({ ...ours, ...params })).id;
  }
  async function replaceEndpoint(params: Partial<Stripe.WebhookEndpointCreateParams>): Promise<void> {
    await stripe.webhookEndpoints.del(endpoint);
    await addEndpoint(params);
  }
  async function addPrice(params: Partial<Stripe.PriceCreateParams>): Promise<void> {
    await stripe.prices.create({
      product: PRO_PRICE.productId,
      currency: 'usd',
      unit_amount: 19_900,
      recurring: { interval: 'month' },
      tax_behavior: 'exclusive',
      lookup_key: PRO_PRICE.lookupKey,
      transfer_lookup_key: true,
      ...params,
    });
  }
  const findings = async (lookupKey: string = PRO_PRICE.lookupKey) =>
    (await checkAccount(stripe, lookupKey)).findings;

  it('requires only webhook events that the API reads', () => {
    const object = { customer: 'cus_1' };
    for (const type of billingEvents) expect(customerToRead({ type, data: { object } })).toBe('cus_1');
  });

  it('finds no problem in a correct account, and lists its settings', async () => {
    const { findings: none, facts } = await checkAccount(stripe, PRO_PRICE.lookupKey);
    expect(none).toEqual([]);
    expect(facts).toEqual([
      'Price price_standin_pro_monthly: $199.00 each month, tax exclusive, tax code txcd_10103001.',
      'Stripe Tax: active.',
      `Webhook endpoint: ${URL}, API version ${Stripe.API_VERSION}.`,
      'Customer portal: customers can change nothing there.',
    ]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an archived price',
      () => stripe.prices.update(PRO_PRICE.id, { active: false }),
      /^The price price_standin_pro_monthly is archived/,
    ],
    [
      'a wrong amount',
      async () => provider.control.replacePrice({ unitAmount: 24_900 }),
      /costs \$249\.00, but the portal's pages show \$199\.00/,
    ],
    ['a wrong currency', () => addPrice({ currency: 'eur' }), /is in EUR, but .* in USD/],
    ['a one-time price', () => addPrice({ recurring: undefined }), /isn't charged each month/],
    [
      'a price that includes tax',
      () => addPrice({ tax_behavior: 'inclusive' }),
      /has the tax behavior inclusive/,
    ],
    [
      'a price without a tax behavior',
      () => addPrice({ tax_behavior: 'unspecified' }),
      /has the tax behavior unspecified/,
    ],
    [
      'a price without a tax code',
      async () => {
        const { id } = await stripe.products.create({ name: 'PRO' });
        await addPrice({ product: id });
      },
      /Neither the product of .* has a tax code/,
    ],
    [
      'incomplete tax settings',
      async () => provider.control.setTaxSettings({ status: 'pending' }),
      /^Stripe Tax isn't set up: head_office is missing/,
    ],
    [
      'a missing webhook endpoint',
      () => stripe.webhookEndpoints.del(endpoint),
      /^No webhook endpoint leads to/,
    ],
    [
      'a disabled webhook endpoint',
      () => stripe.webhookEndpoints.update(endpoint, { disabled: true }),
      /is disabled/,
    ],
    [
      'a webhook endpoint without some events',
      () => replaceEndpoint({ enabled_events: ['invoice.paid'] }),
      /doesn't receive .*customer\.subscription\.deleted/,
    ],
    [
      'a webhook endpoint with another API version',
      () => replaceEndpoint({ api_version: '2025-03-31.basil' }),
      /has the API version 2025-03-31\.basil, not 2026/,
    ],
    [
      'a customer portal that changes plans',
      () =>
        stripe.billingPortal.configurations.create({
          features: {
            subscription_cancel: { enabled: true, mode: 'immediately' },
            subscription_update: { enabled: true },
          },
          login_page: { enabled: true },
        }),
      /^Customers can change their plan and end their plan immediately in Stripe's customer portal/,
    ],
  ])('finds %s, and no other problem', async (_what, change, sentence) => {
    await change();
    expect(await findings()).toEqual([expect.stringMatching(sentence)]);
  });

  it('finds that no price has the lookup key', async () => {
    expect(await findings('pro_yearly')).toEqual([
      expect.stringMatching(/^No price has the lookup key pro_yearly/),
    ]);
  });

  it('accepts the account’s tax defaults, and a webhook endpoint for all events', async () => {
    const { id } = await stripe.products.create({ name: 'PRO' });
    await addPrice({ product: id, tax_behavior: 'unspecified' });
    await stripe.tax.settings.update({ defaults: { tax_behavior: 'exclusive', tax_code: 'txcd_10103001' } });
    await replaceEndpoint({ enabled_events: ['*'] });
    expect(await findings()).toEqual([]);
  });

  it('reports what the API key may not read', async () => {
    provider.control.addFault({
      kind: 'error',
      method: 'GET',
      path: '/v1/tax/settings',
      status: 403,
      count: 9,
    });
    expect(await findings()).toEqual([
      'STRIPE_SECRET_KEY may not read the tax settings: allow it, or check them in the dashboard.',
    ]);
  });
});
