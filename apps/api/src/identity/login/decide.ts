import type { Access } from '@foyer/catalog/subscription-states';
import { accessOf, factorDemandOf, restrictionProblems, type FactorTerms } from '../access.ts';
import type { SessionStart } from '../session.service.ts';
import type { LoginAccount } from './login-attempts.queries.ts';

export type LoginMethod =
  | { by: 'password'; browser: DeviceTrust }
  | { by: 'passkey'; madeAt: Date; dependsOnIdp: string | null }
  | { by: 'second-step'; factor: 'app' | 'recovery-code'; dependsOnIdp: string | null }
  /** `authenticatedAt` and `endsAt` come from the identity provider. */
  | {
      by: 'company';
      hasSecondFactor: boolean;
      dependsOnIdp: string;
      authenticatedAt: Date | null;
      endsAt: Date | undefined;
    };

/** `trusted`: the browser skips the second factor for a while. */
export type DeviceTrust = 'new' | 'known' | 'trusted';

export type DecidedAccount = Pick<
  LoginAccount,
  | 'id'
  | 'ownerId'
  | 'deactivatedAt'
  | 'secondFactorAt'
  | 'factorDependsOnIdp'
  | 'isDeletionPending'
  | 'subscriptionStatus'
  | 'endsAs'
> &
  FactorTerms & { readAt: Date | string };

export type Decision =
  | { outcome: 'Deactivated' | 'SecondFactorRequired' }
  | {
      outcome: 'ok' | (typeof restrictionProblems)[keyof typeof restrictionProblems];
      access: Access;
      session: SessionStart;
    };

/**
 * Decides the outcome of a login after authentication, for all login methods (decision 78). `portalDueAt` is the date
 * from which the deployment requires a second factor.
 */
export function decide(account: DecidedAccount, means: LoginMethod, portalDueAt: Date | undefined): Decision {
  if (account.deactivatedAt) return { outcome: 'Deactivated' };
  const hasApp = account.secondFactorAt !== null;
  if (means.by === 'password' && hasApp && means.browser !== 'trusted')
    return { outcome: 'SecondFactorRequired' };
  const session = startOf(account, means);
  const factorDemand = session.hasSecondFactor ? undefined : factorDemandOf(account, portalDueAt);
  const isOwner = account.ownerId === account.id;
  const access = accessOf({ ...account, status: account.subscriptionStatus, isOwner, factorDemand });
  return { outcome: access === 'full' ? 'ok' : restrictionProblems[access], access, session };
}

function startOf({ secondFactorAt, factorDependsOnIdp }: DecidedAccount, means: LoginMethod): SessionStart {
  switch (means.by) {
    case 'password':
      return {
        beganBy: 'password',
        // If the user has an app, this is a login in a trusted device. It needed no code, so it is no step-up.
        hasSecondFactor: secondFactorAt !== null,
        factorAddedAt: null,
        dependsOnIdp: factorDependsOnIdp,
        stepUp: secondFactorAt === null ? { at: 'now', dependsOnIdp: null } : undefined,
      };
    case 'passkey':
      return {
        beganBy: 'passkey',
        hasSecondFactor: true,
        // A passkey that was added in a company session depends on that company, so it does not count as strong.
        factorAddedAt: means.dependsOnIdp === null ? means.madeAt : null,
        dependsOnIdp: means.dependsOnIdp,
        stepUp: { at: 'now', dependsOnIdp: means.dependsOnIdp },
      };
    case 'second-step':
      return {
        beganBy: 'password',
        hasSecondFactor: true,
        // Only a code of the user's own app counts as strong. A recovery code may be on paper.
        factorAddedAt:
          means.factor === 'app' && secondFactorAt && means.dependsOnIdp === null
            ? new Date(secondFactorAt)
            : null,
        dependsOnIdp: means.dependsOnIdp,
        // The password is the user's own, so the step-up depends on no company.
        stepUp: { at: 'now', dependsOnIdp: null },
      };
    case 'company': {
      const { hasSecondFactor, dependsOnIdp, authenticatedAt, endsAt } = means;
      return { beganBy: 'company', hasSecondFactor, dependsOnIdp, authenticatedAt, endsAt };
    }
  }
}
