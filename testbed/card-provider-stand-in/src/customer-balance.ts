/** The customer's balance. Negative is credit, positive is debt (https://docs.stripe.com/billing/customer/balance). */
import type Stripe from 'stripe';
import { change } from './events.ts';
import { getCustomer } from './find-customer.ts';
import { hasParam, mergeMetadata, numberOf, textOf } from './form.ts';
import { LIST_PARAMS, listAnswer } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

/** Stripe's minimum charge, in US cents. A smaller amount is added to the balance. */
const LEAST_CHARGE = 50;

interface Booking {
  amount: number;
  type: Stripe.CustomerBalanceTransaction.Type;
  invoice?: string;
  description?: string | undefined;
  metadata?: Stripe.Metadata;
}

export function bookBalance(
  provider: Provider,
  customer: Stripe.Customer,
  booking: Booking,
): Stripe.CustomerBalanceTransaction {
  const { amount, type } = booking;
  if (!Number.isInteger(amount)) {
    throw invalidRequest(`Invalid integer: ${amount}`, {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  const transaction: Stripe.CustomerBalanceTransaction = {
    id: provider.store.newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: nowInSeconds(),
    credit_note: null,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: booking.description ?? null,
    ending_balance: customer.balance + amount,
    invoice: booking.invoice ?? null,
    livemode: false,
    metadata: booking.metadata ?? {},
    type,
  };
  provider.store.balanceTransactions.set(transaction.id, transaction);
  change(provider, customer, { balance: transaction.ending_balance, currency: 'usd' }, 'customer.updated');
  return transaction;
}

type AmountsDue = Pick<Stripe.Invoice, 'amount_due' | 'amount_remaining' | 'starting_balance'>;

export function amountsDue(total: number, balance: number): AmountsDue {
  const due = total + balance < LEAST_CHARGE ? 0 : total + balance;
  return { amount_due: due, amount_remaining: due, starting_balance: balance };
}

export function applyBalance(provider: Provider, invoice: Stripe.Invoice, customer: Stripe.Customer): void {
  const amounts = amountsDue(invoice.total, customer.balance);
  const endingBalance = amounts.starting_balance + invoice.total - amounts.amount_due;
  const amount = endingBalance - amounts.starting_balance;
  const type = endingBalance > 0 ? 'invoice_too_small' : 'applied_to_invoice';
  Object.assign(invoice, { ...amounts, ending_balance: endingBalance });
  if (amount !== 0) bookBalance(provider, customer, { amount, type, invoice: invoice.id });
}

export function returnBalance(provider: Provider, invoice: Stripe.Invoice): void {
  const customer = provider.store.customers.get(idOf(invoice.customer) ?? '');
  const amount = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
  if (!customer || customer.deleted || amount === 0) return;
  bookBalance(provider, customer, { amount, type: 'unapplied_from_invoice', invoice: invoice.id });
}

const PATH = '/v1/customers/:id/balance_transactions';

export const customerBalanceRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    params: ['amount', 'currency', 'description', 'metadata'],
    answer({ provider, params, id }) {
      const customer = getCustomer(provider, id);
      for (const name of ['amount', 'currency']) if (!hasParam(params, name)) throw missingParam(name);
      if (textOf(params, 'currency') !== 'usd')
        throw invalidRequest('The stand-in knows US dollars only.', { param: 'currency' });
      return bookBalance(provider, customer, {
        amount: numberOf(params, 'amount') ?? 0,
        type: 'adjustment',
        description: textOf(params, 'description'),
        metadata: mergeMetadata({}, params),
      });
    },
  },
  {
    method: 'GET',
    path: PATH,
    params: [...LIST_PARAMS, 'invoice'],
    answer(call) {
      const { provider, params, id } = call;
      getCustomer(provider, id);
      const transactions = [...provider.store.balanceTransactions.values()].filter(
        (transaction) =>
          transaction.customer === id &&
          (textOf(params, 'invoice') ?? transaction.invoice) === transaction.invoice,
      );
      return listAnswer(call, transactions, `/v1/customers/${id}/balance_transactions`);
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:inner`,
    params: [],
    answer: ({ provider, inner }) =>
      get(provider.store.balanceTransactions, inner, 'customer_balance_transaction'),
  },
];
