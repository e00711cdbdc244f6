import type { Transaction } from '@foyer/db/client';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Port that links a company identity, which waits in a browser, to the user who logs in in that browser. The company
 * domain implements the port (docs/architecture.md 6). The implementation must not inject a service that logs users in.
 */
export abstract class AfterProof {
  /**
   * Links the pending identity of this browser to the user who has just logged in. `passkeyMadeAt` is set after a
   * passkey login. Opens its own transaction.
   */
  abstract linkByLogin(
    userId: string,
    passkeyMadeAt: Date | undefined,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Links the pending identity of this browser to the user whom `transaction` moves to a team. Deletes all pending
   * claims of the team's company to the account. Call `forget` after the commit.
   */
  abstract linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Unlinks the user from the company of the team that the user leaves: deletes identities, claims to the account and
   * the record of earlier identities, ends access that depends on the company, and holds the address (`holdAddress`). A
   * job mails the user about ended access. Returns whether the user had an identity.
   */
  abstract unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean>;

  /** Clears the browser's cookie of the pending identity. */
  abstract forget(request: RequestContext): void;
}
