import type { Transaction } from '@foyer/db/client';

/**
 * Port for the payments of a user who leaves or transfers a team. Billing implements it, because billing comes after
 * teams in the order of domains (docs/architecture.md 6).
 */
export abstract class TeamBilling {
  /**
   * Ends the user's open payment attempt, at the provider and in the database. A payment that has succeeded stays paid.
   * Throws `PaymentUnderWay` while the outcome is unknown. Call this before the transaction in which the user leaves or
   * transfers the team.
   */
  abstract endOpenAttempt(userId: string, teamId: string): Promise<void>;

  /**
   * Ends all subscriptions of a team at the provider, immediately and permanently. Throws `PaymentUnavailable` if the
   * provider cannot be reached and a subscription may be running, and `PaymentUnderWay`.
   */
  abstract endPlan(teamId: string): Promise<void>;

  /**
   * Call this in the transaction that transfers the team. A job then detaches the card at the provider. Until the job
   * is done, the card stays marked as the previous owner's, even after another transfer.
   */
  abstract removeCardOf(transaction: Transaction, teamId: string, ownerId: string): Promise<void>;
}
