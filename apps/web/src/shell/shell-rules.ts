/** Paths without footer and side plan panel (docs/product.md 2), and those that stand in the place of one of them. */
const barePaths: ReadonlySet<string> = new Set([
  '/success',
  '/billing-success',
  '/saml-error',
  '/saml-overage',
  '/saml-pending',
  '/saml-suspended',
  '/oauth/authorize',
  '/oauth-authorize-error',
  '/failure-general',
  '/request-error',
]);
const bareBeginnings = ['/saml/', '/saml-proof/', '/switch-team/'];
/** And where a change of address is taken back or a second factor set up, which is about an account too. */
const settings = /^\/(settings(\/|$)|(undo-address|set-up-second-factor)$)/;
/** The login, or for who is signed in the home. */
const homes = /^\/(login|signin)?$/;

export type ShellParts = {
  hasFooter: boolean;
  /** The plan: a panel at the side on desktop, a banner at the top on mobile. */
  hasPlan: boolean;
};

/**
 * What stands around a page. The home and the settings say themselves which plan a team has: the one this browser
 * remembers is of a sign-up.
 */
export function shellPartsFor(path: string, isSignedIn: boolean): ShellParts {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const isBare = barePaths.has(plain) || bareBeginnings.some((beginning) => path.startsWith(beginning));
  const saysPlanItself = settings.test(plain) || (isSignedIn && homes.test(plain));
  return { hasFooter: !isBare, hasPlan: !isBare && !saysPlanItself };
}
