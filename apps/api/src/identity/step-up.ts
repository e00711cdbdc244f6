import type { StepUpProof } from '@foyer/contracts/identity/security';
import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import type { Session } from './session.service.ts';
import { findStepUpStanding, lockVouching } from './sessions/step-up.queries.ts';

/**
 * What a sensitive call is about.
 *
 * - `daily-work`: such as removing a member.
 * - `account`: how an account is opened, and its end. It may be a member's, when the owner says whose a company's identity is.
 * - `leaving`: leaving the team, after which its company must open nothing.
 */
export type StepUpPurpose = 'daily-work' | 'account' | 'leaving';

/** What a person can prove themselves by. Own is what was not added on a company's word alone. */
export type StepUpStanding = {
  hasPassword: boolean;
  /** A login with the password asks for a code. */
  asksForCode: boolean;
  hasPasskey: boolean;
  hasOwnPasskey: boolean;
  hasOwnApp: boolean;
  /** A company that signs them in. */
  hasCompany: boolean;
  /** The last proof, if it is fresh: of the account's own, or on a company's word alone. */
  fresh: 'own' | 'company' | 'none';
};

/**
 * The one definition of step-up (decision 96): a proof is whole when a login in an unknown browser would ask no more. A
 * company's word alone is enough for daily work, and for the account where it has no passkey or app of its own. Returns the
 * proofs to offer, or nothing where the last one is enough.
 */
export function missingProofs(standing: StepUpStanding, purpose: StepUpPurpose): StepUpProof[] | undefined {
  const { hasPassword, asksForCode, hasPasskey, hasOwnPasskey, hasOwnApp, hasCompany, fresh } = standing;
  const isCompanyEnough = purpose === 'daily-work' || (purpose === 'account' && !hasOwnPasskey && !hasOwnApp);
  if (fresh === 'own' || (fresh === 'company' && isCompanyEnough)) return undefined;
  const proofs: StepUpProof[] = [];
  if (fresh === 'company' && hasOwnApp) proofs.push('code');
  if (hasPassword) proofs.push(asksForCode ? 'password-and-code' : 'password');
  if (isCompanyEnough ? hasPasskey : hasOwnPasskey) proofs.push('passkey');
  if (hasCompany && isCompanyEnough) proofs.push('company');
  else if (hasCompany && hasOwnApp) proofs.push('company-and-code');
  return proofs;
}

/**
 * Refuses a session whose person has not given, in the last `PROOF_MINUTES` by the database's clock, the proof that the call
 * needs. Throws `ProofNeeded`; `OwnLoginMissing` to who is about to leave and could not log in afterwards; and
 * `SignInRequired` to a session that ended meanwhile.
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
  const proofs = missingProofs({ ...standing, hasCompany: idpName !== null }, purpose);
  if (!proofs) return;
  const isByCompany = proofs.some((proof) => proof.startsWith('company'));
  throw new Problem('ProofNeeded', {
    details: { proofs, ...(isByCompany && idpName !== null && { idpName }) },
  });
}

/** What the person of a session can prove themselves by, and have. Throws `SignInRequired`. */
export async function readStanding(db: Transaction, session: Pick<Session, 'id' | 'userId'>) {
  const found = await findStepUpStanding(db, session);
  if (!found) throw new Problem('SignInRequired');
  const { isFresh, stepUpOnWordOf, appSince, appOnWordOf, ...standing } = found;
  const fresh: StepUpStanding['fresh'] = !isFresh ? 'none' : stepUpOnWordOf === null ? 'own' : 'company';
  return {
    ...{ ...standing, fresh, appSince },
    asksForCode: appSince !== null,
    hasOwnApp: appSince !== null && appOnWordOf === null,
  };
}

/**
 * The identity provider on whose word alone a session acts, if it does: whatever is made in the session notes it, and ends
 * with it (decision 92). The last step-up says so, and how the session began where there was none. What ends the session
 * waits for the transaction, so that it finds what was made. Throws `SignInRequired` to a session that has ended.
 */
export async function findVouchingProvider(db: Transaction, session: { id: string }): Promise<string | null> {
  const standing = await lockVouching(db, session.id);
  if (!standing) throw new Problem('SignInRequired');
  return standing.stepUpAt === null ? standing.onWordOf : standing.stepUpOnWordOf;
}
