import type { PrismaClient } from '@foyer/db/client';
import { Stripe } from 'stripe';

/**
 * Creates the demo teams' subscriptions at the card provider's stand-in, which loses them when it stops. Does nothing
 * at a real provider, which uses https.
 */
export async function seedSubscriptions(
  prisma: PrismaClient,
  owners: { email: string; hasEnded: boolean }[],
): Promise<void> {
  const url = process.env['STRIPE_API_URL'];
  if (!url || new URL(url).protocol !== 'http:') return;
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(process.env['STRIPE_SECRET_KEY'] ?? '', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  });
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['pro_monthly'] });
  const price = prices[0]?.id;
  if (price === undefined) return;
  for (const { email, hasEnded } of owners) await seedSubscription(prisma, stripe, price, email, hasEnded);
}

async function seedSubscription(
  prisma: PrismaClient,
  stripe: Stripe,
  price: string,
  email: string,
  hasEnded: boolean,
): Promise<void> {
  const team = await prisma.team.findFirst({
    where: { owner: { email } },
    select: { id: true, name: true, subscription: { select: { stripeCustomerId: true } } },
  });
  if (!team || (await isKnown(stripe, team.subscription?.stripeCustomerId))) return;
  const customer = await stripe.customers.create({
    email,
    name: team.name,
    address: { line1: '1 Main St', city: 'San Francisco', state: 'CA', postal_code: '94105', country: 'US' },
  });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  const created = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
  const subscription = hasEnded ? await stripe.subscriptions.cancel(created.id) : created;
  const data = {
    stripeCustomerId: customer.id,
    stripeSubscriptionId: subscription.id,
    status: subscription.status,
    currentPeriodEnd: new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000),
  };
  await prisma.subscription.upsert({
    where: { teamId: team.id },
    create: { teamId: team.id, ...data },
    update: data,
  });
}

async function isKnown(stripe: Stripe, customerId: string | undefined): Promise<boolean> {
  if (customerId === undefined) return false;
  return stripe.customers.retrieve(customerId).then(
    () => true,
    () => false,
  );
}
