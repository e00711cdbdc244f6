/** The ways to confirm that an account belongs to a person at a company. */
export type LinkedBy = 'assertion' | 'own-login' | 'owner';

/** The relation of a user to an identity provider that sends a new NameID for them. */
export type LinkStanding = {
  /**
   * True if the user is or was linked to an identity provider of the team. During a move of the provider
   * (`relinkUntil`), only its links since the start of the move count.
   */
  wasLinked: boolean;
  ownsTeam: boolean;
  /** True if the user has a passkey or an authenticator app that does not depend on company sign-in. */
  hasOwnFactor: boolean;
  canLogIn: boolean;
};

/**
 * Returns the way that links a NameID to a member of the company's team (decision 39). A company's assertion alone is
 * not enough for an account that has or had another identity at the company, belongs to the owner, or has a factor of
 * its own.
 */
export function linkedBy({ wasLinked, ownsTeam, hasOwnFactor, canLogIn }: LinkStanding): LinkedBy {
  if (wasLinked) return ownsTeam ? 'own-login' : 'owner';
  if (ownsTeam) return 'own-login';
  if (!hasOwnFactor) return 'assertion';
  return canLogIn ? 'own-login' : 'owner';
}
