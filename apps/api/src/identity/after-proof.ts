import type { Transaction } from '@foyer/db/client';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Port for identities that wait in a browser until the user authenticates there, and are then linked. The company domain
 * implements it (docs/architecture.md 6). The implementation must not inject a service that logs users in.
 */
export abstract class AfterProof {
  /**
   * Links the pending identity of this browser to the user who has just logged in here. `passkeyMadeAt` is set after a passkey
   * login. Opens its own transaction.
   */
  abstract linkByLogin(
    userId: string,
    passkeyMadeAt: Date | undefined,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Links the pending identity of this browser to the user whom `transaction` moves to a team, and drops the user's other pending
   * identities in this browser. Call `forget` after the commit.
   */
  abstract linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Unlinks the user's identity at the company of the team they leave, together with pending claims to their account and the
   * record of earlier identities, and ends access that depends on the company. The user gets a mail about ended access. Returns
   * whether there was an identity.
   */
  abstract unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean>;

  /** Clears the pending identity of this browser. */
  abstract forget(request: RequestContext): void;
}
