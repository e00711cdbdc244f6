/** The ways to decide that an account belongs to a person of a company. */
export type LinkedBy = 'assertion' | 'own-login' | 'owner';

/** Where a user stands towards an identity provider that has a new NameID for them. */
export type LinkStanding = {
  /** A company sign-in of the team opens, or has opened, their account; not while a move lets it be linked anew. */
  wasLinked: boolean;
  ownsTeam: boolean;
  /** A passkey or second factor that is their own, not added on the word of a company. */
  hasOwnFactor: boolean;
  canLogIn: boolean;
};

/**
 * What links a NameID to a member of the company's team (decision 39). A company's word alone opens no account that has had
 * another identity there, is the owner's, or is kept by a factor of its own.
 */
export function linkedBy({ wasLinked, ownsTeam, hasOwnFactor, canLogIn }: LinkStanding): LinkedBy {
  if (wasLinked) return ownsTeam ? 'own-login' : 'owner';
  if (ownsTeam) return 'own-login';
  if (!hasOwnFactor) return 'assertion';
  return canLogIn ? 'own-login' : 'owner';
}
