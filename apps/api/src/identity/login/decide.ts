import type { Access } from '@foyer/catalog/subscription-states';
import { accessOf, factorDemandOf, restrictedBy, type FactorTerms } from '../access.ts';
import type { SessionStart } from '../session.service.ts';
import type { LoginAccount } from './login-attempts.queries.ts';

/** What proved a person, as far as the decision depends on it. */
export type Means =
  | { by: 'password'; browser: Browser }
  | { by: 'passkey'; madeAt: Date; onWordOf: string | null }
  /** A password before, and now a code. */
  | { by: 'second-step'; factor: 'app' | 'recovery-code'; onWordOf: string | null }
  /** A company, which may have asked for two factors. `provedAt` and `endsAt` are its own times. */
  | {
      by: 'company';
      hasSecondFactor: boolean;
      onWordOf: string;
      provedAt: Date | null;
      endsAt: Date | undefined;
    };

/** `remembered`: its person has chosen that it is asked for no second factor for a while. */
export type Browser = 'new' | 'known' | 'remembered';

/** What an account's decision depends on. */
export type DecidedAccount = Pick<
  LoginAccount,
  | 'id'
  | 'ownerId'
  | 'deactivatedAt'
  | 'secondFactorAt'
  | 'factorOnWordOf'
  | 'isLeaving'
  | 'subscriptionStatus'
  | 'endsAs'
> &
  FactorTerms & { readAt: Date | string };

/** `outcome` is what the security log says. With an access, a session starts as `session` says. */
export type Decision =
  | { outcome: 'Deactivated' | 'SecondFactorRequired' }
  | {
      outcome: 'ok' | (typeof restrictedBy)[keyof typeof restrictedBy];
      access: Access;
      session: SessionStart;
    };

/**
 * What becomes of a person who has proved who they are. The one rule of every way in (decision 78). A passkey is two factors
 * by itself. `everybodyDueAt` is the operators' day of the second factor.
 */
export function decide(account: DecidedAccount, means: Means, everybodyDueAt: Date | undefined): Decision {
  if (account.deactivatedAt) return { outcome: 'Deactivated' };
  const hasApp = account.secondFactorAt !== null;
  if (means.by === 'password' && hasApp && means.browser !== 'remembered')
    return { outcome: 'SecondFactorRequired' };
  const session = startOf(account, means);
  const factorDemand = session.hasSecondFactor ? undefined : factorDemandOf(account, everybodyDueAt);
  const isOwner = account.ownerId === account.id;
  const access = accessOf({ ...account, status: account.subscriptionStatus, isOwner, factorDemand });
  return { outcome: access === 'full' ? 'ok' : restrictedBy[access], access, session };
}

function startOf({ secondFactorAt, factorOnWordOf }: DecidedAccount, means: Means): SessionStart {
  switch (means.by) {
    case 'password':
      return {
        beganBy: 'password',
        // With an app, only a remembered browser gets here. Its code is old, so it is no step-up.
        hasSecondFactor: secondFactorAt !== null,
        strongSince: null,
        onWordOf: factorOnWordOf,
        stepUp: secondFactorAt === null ? { at: 'now', onWordOf: null } : undefined,
      };
    case 'passkey':
      return {
        beganBy: 'passkey',
        hasSecondFactor: true,
        // What is on the company's word is not theirs alone.
        strongSince: means.onWordOf === null ? means.madeAt : null,
        onWordOf: means.onWordOf,
        stepUp: { at: 'now', onWordOf: means.onWordOf },
      };
    case 'second-step':
      return {
        beganBy: 'password',
        hasSecondFactor: true,
        // A recovery code may be a sheet of paper.
        strongSince:
          means.factor === 'app' && secondFactorAt && means.onWordOf === null
            ? new Date(secondFactorAt)
            : null,
        onWordOf: means.onWordOf,
        // A password is the person's own.
        stepUp: { at: 'now', onWordOf: null },
      };
    case 'company': {
      const { hasSecondFactor, onWordOf, provedAt, endsAt } = means;
      return { beganBy: 'company', hasSecondFactor, onWordOf, provedAt, endsAt };
    }
  }
}
