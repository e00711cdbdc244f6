import { Injectable } from '@nestjs/common';
import { accessOf, stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { MailedCharge } from '@foyer/mail/mail-kinds';
import type { ProviderSubscription } from '../provider/card-provider.ts';
import { storedCharge, type StoredCharge } from './plan-facts.ts';
import { mailedReceiptOf } from '../payments/receipt.ts';

/** A renewal read about later than this is no news; it is among the invoices. */
const NEWS_FOR_MS = 7 * 86_400_000;

/** What a sync writes down. */
type PlanCopy = StoredCharge & {
  currentPeriodEnd: Date | null;
  endsAt: Date | null;
  paidUntil: Date | null;
  cardLast4: string | null;
};
type Owner = { email: string; firstName: string };
type Schedule = { status: string; isCancelScheduled: boolean };
type Renewed = { teamId: string; sendsReceipts: boolean; hasFormerCard: boolean };

/** Mails of a sync to the owner, in its transaction, once each. */
@Injectable()
export class SubscriptionMailsService {
  constructor(private readonly mails: MailQueue) {}

  /** Mails the members of a team that its plan's end has just shut. Its owner is mailed about the plan. */
  async notifyMembers(
    transaction: Transaction,
    teamId: string,
    before: { status: string; endsAs: SubscriptionEnd },
    after: { status: string; endsAs: SubscriptionEnd },
  ): Promise<void> {
    if (accessOf(before, false) !== 'full' || accessOf(after, false) === 'full') return;
    const team = await transaction.team.findUniqueOrThrow({
      where: { id: teamId },
      select: {
        name: true,
        members: {
          where: { deactivatedAt: null, leavingAt: null, ownedTeam: null },
          select: { email: true, firstName: true },
        },
      },
    });
    await this.mails.enqueueMails(
      transaction,
      team.members.map(({ email, firstName }) => ({
        kind: 'team-shut',
        to: email,
        content: { firstName, teamName: team.name },
      })),
    );
  }

  /** Mails about a cancellation or its withdrawal, whoever made it and wherever. */
  async notifyOfSchedule(
    transaction: Transaction,
    { email: to, firstName }: Owner,
    before: Schedule,
    after: Schedule & PlanCopy & { endsAs: SubscriptionEnd },
  ): Promise<void> {
    const [was, is] = [stateOf(before.status), stateOf(after.status)];
    if (!was.mayBeCancelled || !is.mayBeCancelled || after.currentPeriodEnd === null) return;
    if (before.isCancelScheduled === after.isCancelScheduled) return;
    const renewsOn = after.currentPeriodEnd.toISOString();
    const charge = { firstName, ...mailedCharge(after) };
    await this.mails.enqueueMail(
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

  /**
   * The receipt of a renewal, mailed once per invoice, whatever made us read the subscription. Says nothing about a
   * former owner's card.
   */
  async sendReceipt(
    transaction: Transaction,
    owner: Owner | null,
    { teamId, sendsReceipts, hasFormerCard }: Renewed,
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
    if (at.getTime() - paidAt * 1000 > NEWS_FOR_MS) return;
    const { card, ...rest } = receipt;
    await this.mails.enqueueMail(transaction, {
      kind: 'renewal-receipt',
      to: owner.email,
      content: { firstName: owner.firstName, receipt: card && !hasFormerCard ? { ...rest, card } : rest },
    });
  }
}

/** What the card is charged next, in a mail. */
export function mailedCharge(copy: StoredCharge & { cardLast4: string | null }): MailedCharge {
  return { ...storedCharge(copy), hasCard: copy.cardLast4 !== null };
}
