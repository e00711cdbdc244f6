import { Inject, Injectable } from '@nestjs/common';
import { copyOf, statusAfter } from '@foyer/catalog/billed-subscription';
import { NEVER_PAID, planOf, stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { clockTime, flag, now, typedSql } from '@foyer/db/typed-sql';
import type { Mail } from '@foyer/mail/mail-kinds';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { lockTeamOfCustomer, setPlan } from '../../teams/teams.queries.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { CardProvider, isEndedNow, type ProviderSubscription } from '../provider/card-provider.ts';
import { endOfPlan, isGivenUp } from './end-of-plan.ts';
import { findOpenPayment } from '../cards/customer-cards.ts';
import { factColumns, readFacts, type FactsRead } from './read-facts.ts';
import { graceEndsAt } from './plan-facts.ts';
import { mailedReceiptOf } from '../payments/receipt.ts';
import { mailedCharge, SubscriptionMailsService } from './subscription-mails.ts';

/**
 * Makes our copy of a subscription equal to the provider's. Whether a visitor, a webhook or the reconcile job calls,
 * and in any order: the object is fetched and applied unless a later read was applied already. So the end is always
 * the provider's truth (invariant 8 of docs/security.md).
 */
@Injectable()
export class SubscriptionSyncService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly notices: NoticesService,
    private readonly mails: SubscriptionMailsService,
    private readonly jobs: Jobs,
  ) {}

  /** Fetches and applies. Undefined if the customer never had a subscription. */
  async sync(stripeCustomerId: string): Promise<ProviderSubscription | undefined> {
    const { at: readAt } = await typedSql(this.prisma)
      .selectNoFrom(clockTime().as('at'))
      .executeTakeFirstOrThrow();
    const subscription = await this.provider.findSubscription(stripeCustomerId);
    if (!subscription) return undefined;
    const [{ state }, facts] = await Promise.all([
      findOpenPayment(this.provider, subscription),
      readFacts(this.provider, stripeCustomerId, subscription),
    ]);
    await this.prisma.$transaction((transaction) =>
      this.#apply(transaction, stripeCustomerId, { subscription, ...facts }, readAt, state === 'confirm'),
    );
    return subscription;
  }

  async #apply(
    transaction: Transaction,
    stripeCustomerId: string,
    read: FactsRead & { subscription: ProviderSubscription },
    readAt: Date,
    needsConfirmation: boolean,
  ): Promise<void> {
    const { subscription } = read;
    await lockTeamOfCustomer(transaction, stripeCustomerId);
    const before = await typedSql(transaction)
      .selectFrom('subscriptions')
      .select(['teamId', 'status', 'pastDueSince', 'needsConfirmation', 'isCancelScheduled', 'endsAs'])
      .select('stripeSubscriptionId')
      .select((row) => ['sendsReceipts', flag(row('handOverId', 'is not', null)).as('hasFormerCard')])
      .where('stripeCustomerId', '=', stripeCustomerId)
      .where('syncedAt', '<=', readAt)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    const status = statusAfter(before.status, subscription);
    const { teamId } = before;
    const pastDueSince = stateOf(status).isRetried ? (before.pastDueSince ?? readAt) : null;
    const endsAs = endOfPlan(subscription, before.endsAs);
    const isPro = planOf({ status, pastDueSince }, readAt) === 'pro';
    const copy = copyOf(subscription);
    // A former owner's card is being detached: as for the new owner there is none.
    const facts = factColumns(subscription, before.hasFormerCard ? { invoices: read.invoices } : read);
    await transaction.subscription.update({
      where: { teamId },
      data: {
        ...copy,
        status,
        pastDueSince,
        needsConfirmation,
        endsAs,
        syncedAt: readAt,
        ...facts,
      },
    });
    await setPlan(transaction, teamId, isPro ? 'pro' : 'free');
    // Only the attempt that created it: another may have a call on its way. Whoever works on a failed one records
    // that, or goes on with another subscription (first-invoice.ts).
    if (isPro || stateOf(subscription.status).isFinal)
      await typedSql(transaction)
        .updateTable('paymentAttempts')
        .set({ status: isPro ? 'succeeded' : 'abandoned', endedAt: readAt })
        .where('teamId', '=', teamId)
        .where('status', '=', 'open')
        .where((row) => row(row.cast<string>('id', 'text'), '=', subscription.metadata['attemptId'] ?? ''))
        .$if(!isPro, (update) =>
          update.where((row) => row.or([row('workingUntil', 'is', null), row('workingUntil', '<=', now())])),
        )
        .execute();
    if (isGivenUp(subscription.status, pastDueSince, readAt) || hasJustEnded(before, subscription)) {
      const ending = { stripeCustomerId, subscriptionId: subscription.id };
      await this.jobs.send(transaction, BILLING_END_QUEUE, ending, 0, subscription.id);
    }
    await this.mails.notifyMembers(transaction, teamId, before, { status, endsAs });
    const owner = await transaction.user.findFirst({
      where: { ownedTeam: { id: teamId } },
      select: { email: true, firstName: true },
    });
    await this.mails.sendReceipt(transaction, owner, before, subscription, readAt);
    if (!owner) return;
    const after = { ...copy, ...facts, status, endsAs, needsConfirmation, pastDueSince };
    await this.#notifyOwner(transaction, owner, before, { ...after, subscription });
    await this.mails.notifyOfSchedule(transaction, owner, before, { ...copy, ...facts, endsAs });
  }

  /** Mails the owner about each change that matters, once, because the row is locked. */
  async #notifyOwner(
    transaction: Transaction,
    owner: Owner,
    before: StoredSubscription,
    after: StateAfter & { subscription: ProviderSubscription },
  ): Promise<void> {
    const isOwnEnd = hasOwnerEnded(before, after.subscription);
    const kind = mailAbout(before, after, isOwnEnd);
    if (kind) await this.notices.notify(transaction, noticeTo(owner, kind, after, isOwnEnd));
  }
}

/** Its invoices are to be voided. An unfinished purchase that expired has none: the provider voids it. */
function hasJustEnded(
  before: { stripeSubscriptionId: string | null; status: string },
  { id, status }: ProviderSubscription,
): boolean {
  const wasKnown = before.stripeSubscriptionId === id && stateOf(before.status).isFinal;
  return stateOf(status).isFinal && status !== NEVER_PAID && !wasKnown;
}

type PaymentState = { status: string; needsConfirmation: boolean };
type StateAfter = PaymentState &
  ReturnType<typeof factColumns> & { endsAs: SubscriptionEnd; pastDueSince: Date | null };
type StoredSubscription = PaymentState & {
  teamId: string;
  pastDueSince: Date | null;
  isCancelScheduled: boolean;
  endsAs: SubscriptionEnd;
  sendsReceipts: boolean;
  hasFormerCard: boolean;
};

/** An unpaid plan that its owner ended, by the cancel dialog or with the account. */
function hasOwnerEnded(before: StoredSubscription, subscription: ProviderSubscription): boolean {
  const { reason } = subscription.cancellation_details ?? {};
  return stateOf(before.status).isRetried && isEndedNow(subscription) && reason !== 'payment_failed';
}

type Owner = { email: string; firstName: string };

function noticeTo(
  { email: to, firstName }: Owner,
  kind: NonNullable<ReturnType<typeof mailAbout>>,
  after: StateAfter & { subscription: ProviderSubscription },
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
  const [was, is] = [stateOf(before.status), stateOf(after.status)];
  // The mail's advice depends on the bank's answer: confirm the payment, or use another card.
  if (is.isRetried && (!was.isRetried || before.needsConfirmation !== after.needsConfirmation))
    return after.needsConfirmation ? 'payment-confirmation' : 'payment-failed';
  if (is.isRunning && !was.isRunning) return 'subscription-started';
  if (is.isEnded && !was.isEnded) return was.isRetried && !isOwnEnd ? 'grace-over' : 'subscription-ended';
  return undefined;
}
