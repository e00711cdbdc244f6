import { NEVER_PAID, subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { PrismaClient } from '@foyer/db/client';
import type { MailQueue } from '@foyer/mail/enqueue-mail';
import type { AuditService } from '../../audit/audit.service.ts';
import { log } from '../../observe/log.ts';
import { idOf, type CardProvider, type Stripe } from '../provider/card-provider.ts';
import { isCode, isInvalidRequest } from '../provider/card-provider-errors.ts';
import { noteOutcome, type InvoiceOutcome } from './subscriptions.queries.ts';

type Closed = { status: Stripe.Invoice.Status | null; isLate: boolean };

type Needs = { prisma: PrismaClient; provider: CardProvider; mails: MailQueue; audit: AuditService };

/**
 * `endedAt`: when the invoice's subscription ended, in seconds since 1970. `unpaidAtEnd`: the ids of the invoices that
 * were unpaid when the plan ended.
 */
type EndedInvoice = {
  stripeCustomerId: string;
  invoice: Stripe.Invoice;
  endedAt: number;
  unpaidAtEnd: readonly string[];
};

/** Skips subscriptions whose first payment expired. */
export async function findEndedInvoices(
  provider: CardProvider,
  customer: string,
): Promise<Pick<EndedInvoice, 'invoice' | 'endedAt'>[]> {
  const ended = new Map<string, number>();
  for (const { id, status, ended_at: at } of await provider.listSubscriptions(customer))
    if (subscriptionStateOf(status).isFinal && status !== NEVER_PAID) ended.set(id, at ?? Infinity);
  if (ended.size === 0) return [];
  const invoices = await provider.call((stripe) =>
    stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
  return invoices.flatMap((invoice) => {
    const endedAt = ended.get(subscriptionOf(invoice) ?? '');
    return endedAt === undefined ? [] : [{ invoice, endedAt }];
  });
}

/**
 * Voids the invoice, or reports that it cannot be voided or was paid after the end. Refunds the payment if the
 * invoice was recorded as unpaid when the plan ended. Idempotent.
 */
export async function voidOrRefundInvoice(needs: Needs, ended: EndedInvoice): Promise<void> {
  const { prisma, provider } = needs;
  const { invoice, endedAt, unpaidAtEnd } = ended;
  const { id } = invoice;
  if (id === undefined) return;
  const { status, isLate } = await closeInvoice(provider, id, invoice.status);
  if (status === 'void') {
    await prisma.unpaidInvoice.deleteMany({ where: { invoiceId: id, outcome: null } });
    return;
  }
  if (status !== 'paid') return report(needs, ended, 'NotVoided');
  const noted = await prisma.unpaidInvoice.findUnique({ where: { invoiceId: id } });
  const known = noted ?? (unpaidAtEnd.includes(id) ? { outcome: null } : undefined);
  if (known?.outcome === 'Refunded' || known?.outcome === 'Paid') return;
  if (!known && !isLate && (invoice.status_transitions.paid_at ?? 0) <= endedAt) return;
  const payments = await findCardPayments(provider, id);
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (amount === 0) return report(needs, ended, 'NotVoided');
  const wasUnpaidAtEnd = known !== undefined && known.outcome === null;
  await report(
    needs,
    ended,
    wasUnpaidAtEnd && (await refundAll(provider, payments)) ? 'Refunded' : 'Paid',
    amount,
  );
}

/**
 * Does not void an invoice whose payment was made or is in progress. `isLate`: the invoice was paid before it could be
 * voided.
 */
async function closeInvoice(
  provider: CardProvider,
  id: string,
  status: Stripe.Invoice.Status | null,
): Promise<Closed> {
  if (status === 'paid' || status === 'void') return { status, isLate: false };
  try {
    // A subscription's draft cannot be voided or deleted, so it is finalized first.
    const invoice = await provider.call((stripe) =>
      status === 'draft'
        ? stripe.invoices.finalizeInvoice(id, { auto_advance: false }).catch((refused: unknown) => {
            if (isInvalidRequest(refused)) return stripe.invoices.retrieve(id);
            throw refused;
          })
        : stripe.invoices.retrieve(id),
    );
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      return { status: invoice.status, isLate: invoice.status === 'paid' };
    const payment = await provider.findPayment(id);
    if (invoice.amount_paid > 0 || payment.status === 'processing')
      return { status: invoice.status, isLate: false };
    return (await provider.voidInvoice(id))
      ? { status: 'void', isLate: false }
      : { status: 'paid', isLate: true };
  } catch (refused) {
    // If the provider refuses to void the invoice, the operator handles it.
    if (!isInvalidRequest(refused)) throw refused;
    return { status, isLate: false };
  }
}

async function findCardPayments(
  provider: CardProvider,
  invoice: string,
): Promise<{ intentId: string; amount: number }[]> {
  const { data } = await provider.call((stripe) => stripe.invoicePayments.list({ invoice, status: 'paid' }));
  return data.flatMap(({ payment, amount_paid: amount }) => {
    const intentId = idOf(payment.payment_intent);
    return intentId === undefined || !amount ? [] : [{ intentId, amount }];
  });
}

/**
 * Returns false if the provider refuses a refund, for example of a disputed payment. The operator handles this case.
 */
async function refundAll(provider: CardProvider, payments: { intentId: string }[]): Promise<boolean> {
  try {
    for (const { intentId } of payments) await refund(provider, intentId);
    return true;
  } catch (refused) {
    if (!isInvalidRequest(refused)) throw refused;
    return false;
  }
}

async function refund(provider: CardProvider, intentId: string): Promise<void> {
  try {
    await provider.call((stripe) =>
      stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` }),
    );
  } catch (refused) {
    if (!isCode(refused, 'charge_already_refunded')) throw refused;
  }
}

/** Alerts the operator through the security log, once per outcome. Mails the owner about a late payment. */
async function report(
  { prisma, mails, audit }: Needs,
  { stripeCustomerId, invoice }: EndedInvoice,
  outcome: InvoiceOutcome,
  amount = 0,
): Promise<void> {
  // A refund goes only to the card. The operator must restore the credit that the invoice used.
  const credit = invoice.total - invoice.amount_due;
  const invoiceId = invoice.id ?? '';
  const details = { invoiceId, stripeCustomerId, ...(credit > 0 && { credit }) };
  const isNew = await prisma.$transaction(async (transaction) => {
    const team = await transaction.team.findFirst({
      where: { subscription: { stripeCustomerId } },
      select: { id: true, owner: { select: { id: true, email: true, firstName: true } } },
    });
    if (!team) return false;
    const subscriptionId = subscriptionOf(invoice) ?? '';
    if (!(await noteOutcome(transaction, { invoiceId, teamId: team.id, subscriptionId, outcome })))
      return false;
    const { owner } = team;
    await audit.recordOfJob(
      { action: 'plan.unpaid-invoice', outcome, userId: owner?.id, details },
      transaction,
    );
    if (owner && outcome !== 'NotVoided')
      await mails.enqueueMail(transaction, {
        kind: 'late-payment',
        to: owner.email,
        content: {
          firstName: owner.firstName,
          amount,
          currency: invoice.currency,
          isRefunded: outcome === 'Refunded',
        },
      });
    return true;
  });
  if (isNew) log.warn({ ...details, outcome, amount }, 'an invoice of a plan that has ended was not voided');
}

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  return idOf(parent?.subscription_details?.subscription);
}
