export type LinkMethod = 'assertion' | 'own-login' | 'owner';

export type LinkFacts = {
  /**
   * The user is or was linked to an identity provider of the team. During a move of the provider (`relinkUntil`),
   * only its links since the start of the move count.
   */
  wasLinked: boolean;
  ownsTeam: boolean;
  /** The user has a passkey or an authenticator app that does not depend on company sign-in. */
  hasOwnFactor: boolean;
  canLogIn: boolean;
};

/** Returns the way that links a NameID to a member of the company's team (decision 39). */
export function linkMethodOf({ wasLinked, ownsTeam, hasOwnFactor, canLogIn }: LinkFacts): LinkMethod {
  if (wasLinked) return ownsTeam ? 'own-login' : 'owner';
  if (ownsTeam) return 'own-login';
  if (!hasOwnFactor) return 'assertion';
  return canLogIn ? 'own-login' : 'owner';
}
