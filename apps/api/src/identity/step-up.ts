import type { StepUpProof } from '@foyer/contracts/identity/security';
import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import type { Session } from './session.service.ts';
import { findStepUpStanding, lockSessionAndProviders } from './sessions/step-up.queries.ts';

/**
 * The purpose of a sensitive call.
 *
 * - `daily-work`: for example, removing a member.
 * - `account`: for example, changing a login method or the email address, deleting the account, or transferring a team.
 * - `leaving`: leaving or switching the team. Company sign-in alone is not enough, because the user leaves the company.
 */
export type StepUpPurpose = 'daily-work' | 'account' | 'leaving';

/** "Own" means that the passkey or app was not added in a company session. */
export type StepUpStanding = {
  hasPassword: boolean;
  hasApp: boolean;
  hasPasskey: boolean;
  hasOwnPasskey: boolean;
  hasOwnApp: boolean;
  hasCompany: boolean;
  /**
   * The kind of the last proof: `company` for company sign-in alone or a passkey that was added in a company session,
   * `own` for any other proof, `none` if no proof is recent.
   */
  recentStepUp: 'own' | 'company' | 'none';
};

/**
 * Returns undefined if the last proof is enough (decision 96). Company sign-in alone is enough for `daily-work`, and
 * also for `account` if the user has no own passkey or app.
 */
export function possibleStepUps(standing: StepUpStanding, purpose: StepUpPurpose): StepUpProof[] | undefined {
  const { hasPassword, hasApp, hasPasskey, hasOwnPasskey, hasOwnApp, hasCompany, recentStepUp } = standing;
  const isCompanyEnough = purpose === 'daily-work' || (purpose === 'account' && !hasOwnPasskey && !hasOwnApp);
  if (recentStepUp === 'own' || (recentStepUp === 'company' && isCompanyEnough)) return undefined;
  const proofs: StepUpProof[] = [];
  if (recentStepUp === 'company' && hasOwnApp) proofs.push('code');
  if (hasPassword) proofs.push(hasApp ? 'password-and-code' : 'password');
  if (isCompanyEnough ? hasPasskey : hasOwnPasskey) proofs.push('passkey');
  if (hasCompany && isCompanyEnough) proofs.push('company');
  else if (hasCompany && hasOwnApp) proofs.push('company-and-code');
  return proofs;
}

/**
 * Throws `ProofNeeded` if the session has no sufficient proof in the last `PROOF_MINUTES`, and `SignInRequired` if it
 * has ended. Throws `OwnLoginMissing` if the user wants to leave and could not log in afterwards.
 */
export async function requireStepUp(
  db: Transaction,
  session: Pick<Session, 'id' | 'userId'>,
  purpose: StepUpPurpose,
): Promise<void> {
  const standing = await readStanding(db, session);
  if (purpose === 'leaving' && !standing.hasPassword && !standing.hasOwnPasskey)
    throw new Problem('OwnLoginMissing');
  const { idpName } = standing;
  const proofs = possibleStepUps({ ...standing, hasCompany: idpName !== null }, purpose);
  if (!proofs) return;
  const isByCompany = proofs.some((proof) => proof.startsWith('company'));
  throw new Problem('ProofNeeded', {
    details: { proofs, ...(isByCompany && idpName !== null && { idpName }) },
  });
}

export async function readStanding(db: Transaction, session: Pick<Session, 'id' | 'userId'>) {
  const found = await findStepUpStanding(db, session);
  if (!found) throw new Problem('SignInRequired');
  const { isStepUpRecent, stepUpDependsOnIdp, appAddedAt, appDependsOnIdp, ...standing } = found;
  const recentStepUp: StepUpStanding['recentStepUp'] = !isStepUpRecent
    ? 'none'
    : stepUpDependsOnIdp === null
      ? 'own'
      : 'company';
  return {
    ...standing,
    recentStepUp,
    appAddedAt,
    hasApp: appAddedAt !== null,
    hasOwnApp: appAddedAt !== null && appDependsOnIdp === null,
  };
}

/**
 * Returns the identity provider that a session currently depends on, or null. If the session has had a step-up, this is
 * the provider of the last one, otherwise the provider of the session's start. Factors, sessions and grants that the
 * session creates must record this provider, and end with it (decision 92). Locks the session until the transaction
 * ends. Throws `SignInRequired` if the session has ended.
 */
export async function findSessionProvider(db: Transaction, session: { id: string }): Promise<string | null> {
  const standing = await lockSessionAndProviders(db, session.id);
  if (!standing) throw new Problem('SignInRequired');
  return standing.stepUpAt === null ? standing.dependsOnIdp : standing.stepUpDependsOnIdp;
}
