import type { Transaction } from '@foyer/db/client';

/**
 * The open payment, or the plan, of an owner who is about to leave a team. Leaving is one feature's matter and paying another one's:
 * billing provides this (docs/architecture.md 6).
 */
export abstract class OpenPayments {
  /**
   * Ends a payment that was declined or waits for a bank, at the provider and here; one paid meanwhile stays paid.
   * Throws `PaymentUnderWay` while the outcome is unknown. To be called before the transaction that leaves the team,
   * which checks again under the team's lock.
   */
  abstract endBeforeLeaving(userId: string, teamId: string): Promise<void>;

  /**
   * Ends all of a team's subscriptions at the provider, at once and for good; afterwards the team is on the Free Trial. Throws
   * `PaymentUnavailable` when the provider cannot be reached and one may be running, `PaymentUnderWay`.
   */
  abstract endPlan(teamId: string): Promise<void>;

  /**
   * Forgets the card of an owner who has handed over the team, in the transaction that does so; a job detaches it at the
   * provider. As long as that is not done, the card is that of the owner before, even if the team changes hands again.
   */
  abstract leaveCardBehind(transaction: Transaction, teamId: string, ownerId: string): Promise<void>;
}
