import type { SubscriptionCopy } from '@foyer/catalog/billed-subscription';
import { accessOf, subscriptionStateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import type { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail, MailedCharge } from '@foyer/mail/mail-kinds';
import type { NoticesService } from '../../mails/notices.service.ts';
import { mailedReceiptOf } from '../payments/receipt.ts';
import { isEndedImmediately, type ProviderSubscription } from '../provider/card-provider.ts';
import { graceEndsAt, storedCharge, type StoredCharge } from './plan-facts.ts';
import type { factColumns } from './read-facts.ts';
import type { StoredSubscription } from './subscriptions.queries.ts';

const RECEIPT_MAX_AGE_MS = 7 * 86_400_000;

type PaymentState = { status: string; needsConfirmation: boolean };
type Owner = { email: string; firstName: string };

export type SyncedPlan = PaymentState &
  SubscriptionCopy &
  ReturnType<typeof factColumns> & {
    endsAs: SubscriptionEnd;
    pastDueSince: Date | null;
    subscription: ProviderSubscription;
  };

/** Concurrent syncs send each mail once, because the caller has locked our copy of the subscription. */
export async function mailAboutSync(
  transaction: Transaction,
  { mails, notices }: { mails: MailQueue; notices: NoticesService },
  before: StoredSubscription,
  after: SyncedPlan,
  readAt: Date,
): Promise<void> {
  await mailMembers(transaction, mails, before, after);
  const owner = await transaction.user.findFirst({
    where: { ownedTeam: { id: before.teamId } },
    select: { email: true, firstName: true },
  });
  await mailReceipt(transaction, mails, owner, before, after.subscription, readAt);
  if (!owner) return;
  const isOwnEnd = hasOwnerEnded(before, after.subscription);
  const kind = mailAbout(before, after, isOwnEnd);
  if (kind) await notices.notify(transaction, noticeTo(owner, kind, after, isOwnEnd));
  await mailSchedule(transaction, mails, owner, before, after);
}

/** Leaves out the owner, who gets another mail. */
async function mailMembers(
  transaction: Transaction,
  mails: MailQueue,
  before: StoredSubscription,
  after: SyncedPlan,
): Promise<void> {
  if (accessOf(before, false) !== 'full' || accessOf(after, false) === 'full') return;
  const team = await transaction.team.findUniqueOrThrow({
    where: { id: before.teamId },
    select: {
      name: true,
      members: {
        where: { deactivatedAt: null, deletionRequestedAt: null, ownedTeam: null },
        select: { email: true, firstName: true },
      },
    },
  });
  await mails.enqueueMails(
    transaction,
    team.members.map(({ email, firstName }) => ({
      kind: 'team-shut',
      to: email,
      content: { firstName, teamName: team.name },
    })),
  );
}

async function mailSchedule(
  transaction: Transaction,
  mails: MailQueue,
  { email: to, firstName }: Owner,
  before: StoredSubscription,
  after: SyncedPlan,
): Promise<void> {
  const [was, is] = [subscriptionStateOf(before.status), subscriptionStateOf(after.subscription.status)];
  if (!was.mayBeCancelled || !is.mayBeCancelled || after.currentPeriodEnd === null) return;
  if (before.isCancelScheduled === after.isCancelScheduled) return;
  const renewsOn = after.currentPeriodEnd.toISOString();
  const charge = { firstName, ...mailedCharge(after) };
  await mails.enqueueMail(
    transaction,
    after.isCancelScheduled
      ? {
          kind: 'plan-cancelled',
          to,
          content: { ...charge, endsOn: after.endsAt?.toISOString() ?? renewsOn, endsAs: after.endsAs },
        }
      : {
          kind: 'plan-resumed',
          to,
          content: { ...charge, renewsOn, paidUntil: after.paidUntil?.toISOString() ?? renewsOn },
        },
  );
}

/** Mails a receipt once per invoice, if the owner wants receipts. Leaves out a former owner's card. */
async function mailReceipt(
  transaction: Transaction,
  mails: MailQueue,
  owner: Owner | null,
  { teamId, sendsReceipts, hasFormerCard }: StoredSubscription,
  subscription: ProviderSubscription,
  at: Date,
): Promise<void> {
  const { latest_invoice: invoice } = subscription;
  if (typeof invoice !== 'object' || invoice?.status !== 'paid') return;
  if (invoice.billing_reason !== 'subscription_cycle' || invoice.total === 0) return;
  const { count: isNew } = await transaction.renewalReceipt.createMany({
    data: { invoiceId: invoice.id, teamId },
    skipDuplicates: true,
  });
  const paidAt = invoice.status_transitions.paid_at ?? 0;
  const receipt = mailedReceiptOf(subscription);
  if (isNew === 0 || !owner || !sendsReceipts || !receipt) return;
  if (at.getTime() - paidAt * 1000 > RECEIPT_MAX_AGE_MS) return;
  const { card, ...rest } = receipt;
  await mails.enqueueMail(transaction, {
    kind: 'renewal-receipt',
    to: owner.email,
    content: { firstName: owner.firstName, receipt: card && !hasFormerCard ? { ...rest, card } : rest },
  });
}
/** Returns whether the owner canceled an unpaid plan or deleted the account. */
function hasOwnerEnded(before: { status: string }, subscription: ProviderSubscription): boolean {
  const { reason } = subscription.cancellation_details ?? {};
  return (
    subscriptionStateOf(before.status).isRetried &&
    isEndedImmediately(subscription) &&
    reason !== 'payment_failed'
  );
}

function noticeTo(
  { email: to, firstName }: Owner,
  kind: NonNullable<ReturnType<typeof mailAbout>>,
  after: SyncedPlan,
  isOwnEnd: boolean,
): Mail {
  const { endsAs, subscription } = after;
  const endsOn = graceEndsAt(after)?.toISOString() ?? '';
  switch (kind) {
    case 'payment-failed':
      return { kind, to, content: { firstName, endsOn, ...mailedCharge(after) } };
    case 'payment-confirmation':
      return { kind, to, content: { firstName, endsOn } };
    case 'subscription-started': {
      const receipt = mailedReceiptOf(subscription);
      return { kind, to, content: { firstName, ...(receipt && { receipt }) } };
    }
    case 'grace-over':
      return { kind, to, content: { firstName, endsAs } };
    case 'subscription-ended':
      return { kind, to, content: { firstName, endsAs, ...(isOwnEnd && { wasUnpaid: true }) } };
  }
}

function mailAbout(before: PaymentState, after: PaymentState, isOwnEnd: boolean) {
  const [was, is] = [subscriptionStateOf(before.status), subscriptionStateOf(after.status)];
  if (is.isRetried && (!was.isRetried || before.needsConfirmation !== after.needsConfirmation))
    return after.needsConfirmation ? 'payment-confirmation' : 'payment-failed';
  if (is.isRunning && !was.isRunning) return 'subscription-started';
  if (is.isEnded && !was.isEnded) return was.isRetried && !isOwnEnd ? 'grace-over' : 'subscription-ended';
  return undefined;
}

function mailedCharge(copy: StoredCharge & { cardLast4: string | null }): MailedCharge {
  return { ...storedCharge(copy), hasCard: copy.cardLast4 !== null };
}
