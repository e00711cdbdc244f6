import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import {
  CARD_NOT_CONFIRMED,
  type OpenPaymentReply,
  type PaymentsReply,
} from '@foyer/contracts/billing/billing-card';
import { Problem } from '../../request/problem.ts';
import {
  latestInvoiceOf,
  idOf,
  type CardProvider,
  type ProviderSubscription,
  type Stripe,
} from '../provider/card-provider.ts';
import { amountCharged } from '../plans/plan-facts.ts';
import { undefinedIfMissing } from '../provider/card-provider-errors.ts';
import { returnedAmountsOf } from '../payments/returned-amounts.ts';
import { decisivePayment } from '../provider/invoice-payment.ts';

const INVOICES_SHOWN = 24;

/** The confirmation at the bank is missing or failed (https://docs.stripe.com/error-codes). */
const UNCONFIRMED = ['authentication_required', 'payment_intent_authentication_failure'];

/**
 * Returns the client secret with which the page checks a card for off-session charges, with a confirmation at the
 * bank if needed (https://docs.stripe.com/payments/save-and-reuse).
 */
export async function startSetup(provider: CardProvider, customerId: string): Promise<string> {
  const intent = await provider.call((stripe) =>
    stripe.setupIntents.create({
      customer: customerId,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
    }),
  );
  if (intent.client_secret === null) throw new Problem('PaymentUnavailable');
  return intent.client_secret;
}

/** Throws `CardDeclined`, or `MalformedBody` for a SetupIntent that is unknown or another customer's. */
export async function findSetUpCard(
  provider: CardProvider,
  customerId: string,
  setupIntentId: string,
): Promise<string> {
  const intent = await findSetup(provider, setupIntentId);
  if (idOf(intent?.customer) !== customerId) throw new Problem('MalformedBody');
  const methodId = idOf(intent?.payment_method);
  if (intent?.status === 'succeeded' && methodId !== undefined) return methodId;
  throw new Problem('CardDeclined', {
    message: intent?.last_setup_error?.message ?? CARD_NOT_CONFIRMED,
    details: { declineCode: intent?.last_setup_error?.code ?? 'authentication_failed' },
  });
}

async function findSetup(
  provider: CardProvider,
  setupIntentId: string,
): Promise<Stripe.SetupIntent | undefined> {
  // An id with other characters could change the path of the call to Stripe.
  if (!/^seti_\w+$/.test(setupIntentId)) return undefined;
  return provider.call((stripe) => stripe.setupIntents.retrieve(setupIntentId)).catch(undefinedIfMissing);
}

/**
 * Sets the subscription's default first, because it takes precedence over the customer's default
 * (https://docs.stripe.com/billing/subscriptions/payment-methods-setting).
 */
export async function setDefaultCard(
  provider: CardProvider,
  customerId: string,
  methodId: string,
  subscription: ProviderSubscription | undefined,
) {
  await provider.call(async (stripe) => {
    if (subscription && !subscriptionStateOf(subscription.status).isFinal)
      await stripe.subscriptions.update(subscription.id, { default_payment_method: methodId });
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } });
  });
}

/**
 * Marks the charge as off-session, so that the bank usually does not ask again. Returns true for a payment or a
 * decline, and false if the outcome is unknown.
 */
export async function payOpenInvoice(
  provider: CardProvider,
  invoiceId: string,
  methodId: string,
): Promise<boolean> {
  try {
    await provider.call((stripe) =>
      stripe.invoices.pay(invoiceId, { payment_method: methodId, off_session: true }),
    );
    return true;
  } catch (error) {
    if (error instanceof Problem) return error.code === 'CardDeclined';
    throw error;
  }
}

export async function findOpenPayment(
  provider: CardProvider,
  subscription: ProviderSubscription | undefined,
): Promise<OpenPaymentReply> {
  if (!subscription || !subscriptionStateOf(subscription.status).isRetried) return { state: 'none' };
  const { id } = latestInvoiceOf(subscription);
  if (id === undefined) return { state: 'none' };
  const invoice = await provider.call((stripe) =>
    stripe.invoices.retrieve(id, {
      expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
    }),
  );
  if (invoice.status !== 'open') return { state: invoice.status === 'paid' ? 'paid' : 'none' };
  return stateOfPayment(invoice, idOf(subscription.default_payment_method));
}

export async function findPayments(
  provider: CardProvider,
  customerId: string,
  subscription: ProviderSubscription | undefined,
): Promise<PaymentsReply> {
  const [card, invoices, { charges, disputes }] = await Promise.all([
    findCard(provider, customerId, idOf(subscription?.default_payment_method)),
    provider.call((stripe) =>
      stripe.invoices.list({
        customer: customerId,
        limit: INVOICES_SHOWN,
        expand: ['data.payments', 'data.amount_paid_off_stripe'],
      }),
    ),
    findCharges(provider, customerId),
  ]);
  return {
    ...(card && {
      card: { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
    }),
    invoices: invoices.data.map((invoice) => ({
      ...listed(invoice),
      ...returnedAmountsOf(invoice, charges, disputes),
    })),
  };
}

async function findCharges(provider: CardProvider, customer: string) {
  return provider.call(async (stripe) => {
    const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 300 });
    const disputed = charges.filter((charge) => charge.disputed);
    const disputes = await Promise.all(disputed.map(({ id }) => stripe.disputes.list({ charge: id })));
    return { charges, disputes: disputes.flatMap(({ data }) => data) };
  });
}

/** Returns undefined if the subscription's own card is detached. */
export async function findPayingCard(
  provider: CardProvider,
  customerId: string,
  { default_payment_method: own }: ProviderSubscription,
): Promise<Stripe.PaymentMethod.Card | undefined> {
  if (typeof own === 'object' && own) return own.customer ? own.card : undefined;
  return findCard(provider, customerId, idOf(own));
}

async function findCard(
  provider: CardProvider,
  customerId: string,
  ownMethodId: string | undefined,
): Promise<Stripe.PaymentMethod.Card | undefined> {
  return provider.call(async (stripe) => {
    if (ownMethodId !== undefined) return (await stripe.paymentMethods.retrieve(ownMethodId)).card;
    const customer = await stripe.customers.retrieve(customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    if (customer.deleted) return undefined;
    const method = customer.invoice_settings.default_payment_method;
    return typeof method === 'object' ? method?.card : undefined;
  });
}

function listed(invoice: Stripe.Invoice): PaymentsReply['invoices'][number] {
  const { id, created, total, currency, status, hosted_invoice_url: url } = invoice;
  const charged = amountCharged(invoice);
  return {
    id,
    date: new Date(created * 1000).toISOString(),
    total,
    currency,
    ...(charged && { charged }),
    status: status ?? 'draft',
    url: status === 'void' ? '' : (url ?? ''),
  };
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
function stateOfPayment(invoice: Stripe.Invoice, methodId: string | undefined): OpenPaymentReply {
  const { amount_remaining: total, currency } = invoice;
  const intent = decisivePayment(invoice.payments?.data ?? []);
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (!intent || clientSecret === undefined || intent.status === 'processing') return { state: 'unknown' };
  if (intent.status === 'requires_action') return { state: 'confirm', total, currency, clientSecret };
  const problem = intent.last_payment_error;
  if (methodId !== undefined && UNCONFIRMED.includes(problem?.code ?? ''))
    return { state: 'confirm', total, currency, clientSecret, paymentMethod: methodId };
  const declineCode = problem?.decline_code ?? problem?.code;
  const reason = problem?.message ?? '';
  return { state: 'declined', total, currency, reason, ...(declineCode && { declineCode }) };
}
