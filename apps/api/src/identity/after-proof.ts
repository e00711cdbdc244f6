import type { Transaction } from '@foyer/db/client';
import type { RequestContext } from '../request/request-context.ts';

/**
 * What waits in a browser until its person has proved who they are there, and what is linked then. Company provides this (docs/architecture.md 6);
 * what implements it injects nothing that logs people in.
 */
export abstract class AfterProof {
  /**
   * Links what waits in this browser to the user who has just logged in here. `passkeyMadeAt` is set after a login with a
   * passkey. Opens a transaction of its own.
   */
  abstract linkByLogin(
    userId: string,
    passkeyMadeAt: Date | undefined,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Links what waits in this browser to the user whom `transaction` moves to a team, and drops what else waits there for
   * them. To be followed by `forget`, once that is committed.
   */
  abstract linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Unlinks the identity at the company of the team that a user leaves, with pending claims to their account and that there
   * was one before, and ends what is on the company's word. They are mailed what that was. Whether there was an identity.
   */
  abstract unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean>;

  /** Nothing waits in this browser any more. */
  abstract forget(request: RequestContext): void;
}
