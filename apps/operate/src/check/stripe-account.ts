import { billingEvents } from '@foyer/catalog/billing-events';
import { exactDollars } from '@foyer/catalog/money';
import { plans } from '@foyer/catalog/plans';
import { Stripe } from 'stripe';

const WEBHOOK_PATH = '/webhooks/stripe';
const { monthlyPriceCents } = plans.pro;

export type AccountCheck = { facts: string[]; findings: string[] };

/**
 * Compares the provider's account settings with what the portal needs. Stripe's API does not return the other settings
 * that docs/stripe.md lists.
 */
export async function checkAccount(stripe: Stripe, lookupKey: string): Promise<AccountCheck> {
  const settings = await stripe.tax.settings.retrieve().catch(undefinedIfForbidden);
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).catch(undefinedIfForbidden);
  const configurations = await stripe.billingPortal.configurations
    .list({ active: true, limit: 100 })
    .catch(undefinedIfForbidden);
  const checks = [
    await checkConfiguredPrice(stripe, lookupKey, settings),
    settings ? checkTaxes(settings) : forbidden('the tax settings'),
    endpoints ? checkWebhook(endpoints.data) : forbidden('the webhook endpoints'),
    configurations
      ? checkCustomerPortal(configurations.data)
      : forbidden("the customer portal's configurations"),
  ];
  return {
    facts: checks.flatMap(({ facts }) => facts),
    findings: checks.flatMap(({ findings }) => findings),
  };
}

export async function checkConfiguredPrice(
  stripe: Stripe,
  lookupKey: string,
  settings?: Stripe.Tax.Settings,
): Promise<AccountCheck> {
  const { defaults } = settings ?? (await stripe.tax.settings.retrieve().catch(undefinedIfForbidden)) ?? {};
  const prices = await stripe.prices
    .list({ lookup_keys: [lookupKey], expand: ['data.product'] })
    .catch(undefinedIfForbidden);
  return prices ? checkPrice(prices.data, lookupKey, defaults) : forbidden('the prices');
}

function undefinedIfForbidden(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
}

function forbidden(what: string): AccountCheck {
  return checked('', [`STRIPE_SECRET_KEY may not read ${what}: allow it, or check them in the dashboard.`]);
}

function checked(fact: string, findings: (string | false)[]): AccountCheck {
  const wrong = findings.filter((finding) => finding !== false);
  return { facts: wrong.length === 0 ? [fact] : [], findings: wrong };
}

function checkPrice(
  [price]: Stripe.Price[],
  lookupKey: string,
  defaults: Stripe.Tax.Settings.Defaults | undefined,
): AccountCheck {
  if (!price)
    return checked('', [`No price has the lookup key ${lookupKey}: give it to the monthly price of PRO.`]);
  const { id, currency, recurring, unit_amount: amount } = price;
  const product = typeof price.product === 'object' && !price.product.deleted ? price.product : undefined;
  const name = `The price ${id}`;
  const { behavior, code } = taxOf(price, product?.tax_code, defaults);
  const isMonthly =
    recurring?.interval === 'month' && recurring.interval_count === 1 && recurring.usage_type === 'licensed';
  const shown = exactDollars(monthlyPriceCents, 'en-US');
  const moveKey = `give the lookup key ${lookupKey} to another price`;
  return checked(`Price ${id}: ${shown} each month, tax ${behavior}, tax code ${code}.`, [
    !price.active && `${name} is archived, so no one can upgrade: make it active again, or ${moveKey}.`,
    product?.active === false && `The product of ${id} is archived: make it active again, or ${moveKey}.`,
    currency !== 'usd' &&
      `${name} is in ${currency.toUpperCase()}, but the portal's pages show the price in USD: ${moveKey}.`,
    currency === 'usd' &&
      amount !== monthlyPriceCents &&
      `${name} costs ${exactDollars(amount ?? 0, 'en-US')}, but the portal's pages show ${shown}: ${moveKey}.`,
    !isMonthly && `${name} isn't charged each month in advance: ${moveKey}.`,
    behavior !== 'exclusive' &&
      `${name} has the tax behavior ${behavior}, but the portal's pages show ${shown} without tax: set it to exclusive.`,
    code === undefined &&
      `Neither the product of ${id} nor the account has a tax code: set one, such as txcd_10103001 (software as a service, business use).`,
  ]);
}

function taxOf(
  price: Stripe.Price,
  productCode: Stripe.Product['tax_code'] | undefined,
  defaults: Stripe.Tax.Settings.Defaults | undefined,
): { behavior: string; code: string | undefined } {
  const own = price.tax_behavior === 'unspecified' ? defaults?.tax_behavior : price.tax_behavior;
  // For US dollars, Stripe infers "exclusive": https://docs.stripe.com/tax/products-prices-tax-categories-tax-behavior.
  const isExclusive = own === 'inferred_by_currency' && price.currency === 'usd';
  const code = productCode ?? defaults?.tax_code ?? undefined;
  return {
    behavior: isExclusive ? 'exclusive' : (own ?? 'unspecified'),
    code: typeof code === 'string' ? code : code?.id,
  };
}

function checkTaxes({ status_details: { pending } }: Stripe.Tax.Settings): AccountCheck {
  const missing = pending?.missing_fields?.join(', ') ?? 'something';
  return checked('Stripe Tax: active.', [
    pending !== undefined &&
      `Stripe Tax isn't set up: ${missing} is missing. Until then, no one can upgrade.`,
  ]);
}

function checkWebhook(all: Stripe.WebhookEndpoint[]): AccountCheck {
  const ours = all.filter(({ url }) => URL.parse(url)?.pathname === WEBHOOK_PATH);
  const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0];
  if (!endpoint)
    return checked('', [
      `No webhook endpoint leads to ${WEBHOOK_PATH} of the portal: add one (docs/stripe.md).`,
    ]);
  const { api_version: version, enabled_events: events, status, url } = endpoint;
  const missing = events.includes('*') ? [] : billingEvents.filter((type) => !events.includes(type));
  const name = `The webhook endpoint ${url}`;
  return checked(`Webhook endpoint: ${url}, API version ${version}.`, [
    status !== 'enabled' &&
      `${name} is disabled: enable it, and run replay-webhooks for the time since it was disabled.`,
    missing.length > 0 && `${name} doesn't receive ${missing.join(', ')}: select these events.`,
    version !== Stripe.API_VERSION &&
      `${name} has the API version ${version ?? 'of the account'}, not ${Stripe.API_VERSION}: add an endpoint with that version, and delete this one.`,
  ]);
}

/**
 * Foyer does not link to Stripe's customer portal, but customers can log in there with their email address if its login
 * page is on.
 */
function checkCustomerPortal(configurations: Stripe.BillingPortal.Configuration[]): AccountCheck {
  const open = configurations.filter(({ login_page: page }) => page.enabled).map(({ features }) => features);
  const can = [
    ...(open.some((features) => features.subscription_update.enabled) ? ['change their plan'] : []),
    ...(open.some((features) => features.subscription_pause.enabled) ? ['pause'] : []),
    ...(open.some(({ subscription_cancel: cancel }) => cancel.enabled && cancel.mode === 'immediately')
      ? ['end their plan immediately']
      : []),
  ];
  return checked('Customer portal: customers can change nothing there.', [
    can.length > 0 &&
      `Customers can ${can.join(' and ')} in Stripe's customer portal, but the portal's texts don't mention that: turn it off there, or turn off its login page.`,
  ]);
}
