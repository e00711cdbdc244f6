/** The ways to confirm that an account belongs to a person of a company. */
export type LinkedBy = 'assertion' | 'own-login' | 'owner';

/** The relation of a user to an identity provider that sends a new NameID for them. */
export type LinkStanding = {
  /** A company sign-in of the team opens, or once opened, their account. False while a move allows linking it again. */
  wasLinked: boolean;
  ownsTeam: boolean;
  /** A passkey or second factor that the person added themselves, not on a company's authority. */
  hasOwnFactor: boolean;
  canLogIn: boolean;
};

/**
 * Decides what links a NameID to a member of the company's team (decision 39). A company's assertion alone doesn't open an
 * account that had another identity there, belongs to the owner, or is protected by a factor of its own.
 */
export function linkedBy({ wasLinked, ownsTeam, hasOwnFactor, canLogIn }: LinkStanding): LinkedBy {
  if (wasLinked) return ownsTeam ? 'own-login' : 'owner';
  if (ownsTeam) return 'own-login';
  if (!hasOwnFactor) return 'assertion';
  return canLogIn ? 'own-login' : 'owner';
}
