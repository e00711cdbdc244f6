import type { Transaction } from '@foyer/db/client';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Port through which identity and teams link and unlink company identities. A login and a team switch link the
 * browser's pending identity to the user. A user who leaves a team is unlinked. The company domain implements the port
 * (docs/architecture.md 6). The implementation must not inject a service that logs users in.
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
   * identities of this user in the team's company. Call `forget` after the commit.
   */
  abstract linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Unlinks the user from the company of the team that the user leaves: deletes current, pending and former identities,
   * ends access that depends on the company, and holds the address (`holdAddress`). A job mails the user about ended
   * access. Returns whether the user had a current identity.
   */
  abstract unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean>;

  /** Clears the browser's cookie of the pending identity. */
  abstract forget(request: RequestContext): void;
}
