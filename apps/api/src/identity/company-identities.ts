import type { Transaction } from '@foyer/db/client';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Port through which identity and teams link and unlink company identities. A login and a team switch link the
 * browser's pending identity to the user. A user who leaves a team is unlinked. The company domain implements the port
 * (docs/architecture.md 6). The implementation must not inject a service that logs users in.
 */
export abstract class CompanyIdentities {
  /** `passkeyMadeAt` is set after a login with a passkey. Opens its own transaction. */
  abstract linkByLogin(
    userId: string,
    passkeyMadeAt: Date | undefined,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Links this browser's pending identity to the user whom `transaction` moves to a team. Deletes all pending
   * identities of this user in the team's company. Call `forget` after the commit.
   */
  abstract linkBySwitch(
    transaction: Transaction,
    userId: string,
    teamId: string,
    request: RequestContext,
  ): Promise<void>;

  /**
   * Deletes the user's current, pending and former identities in the company of this team, ends access that depends on
   * the company, and holds the address (`holdAddress`). Returns whether the user had a current identity.
   */
  abstract unlink(transaction: Transaction, userId: string, teamId: string): Promise<boolean>;

  abstract forget(request: RequestContext): void;
}
