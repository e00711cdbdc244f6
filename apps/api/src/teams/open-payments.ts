import type { Transaction } from '@foyer/db/client';

/**
 * Ends the open payment or the plan of an owner who leaves a team. A port, because billing comes after teams in the order of
 * domains (docs/architecture.md 6).
 */
export abstract class OpenPayments {
  /**
   * Ends a payment that was declined or waits for a bank, at the provider and here. A payment that succeeds meanwhile stays
   * paid. Throws `PaymentUnderWay` while the outcome is unknown. Call it before the transaction that leaves the team; the
   * transaction checks again under the team's lock.
   */
  abstract endBeforeLeaving(userId: string, teamId: string): Promise<void>;

  /**
   * Ends all subscriptions of a team at the provider, immediately and permanently; the team is then on the Free Trial. Throws
   * `PaymentUnavailable` if the provider cannot be reached and a subscription may be running, and `PaymentUnderWay`.
   */
  abstract endPlan(teamId: string): Promise<void>;

  /**
   * Removes the card of a previous owner in the transaction that transfers the team; a job detaches it at the provider. Until
   * the job is done the card stays marked as the previous owner's, even if the team is transferred again.
   */
  abstract removeCardOf(transaction: Transaction, teamId: string, ownerId: string): Promise<void>;
}
