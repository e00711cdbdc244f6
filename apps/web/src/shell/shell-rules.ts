import { failurePages, isPageAmong, pages } from '@foyer/contracts/pages';

/** Without footer and side plan panel (docs/product.md 2), and those that stand in the place of one of them. */
const barePages = [
  ...[pages.success, pages.billingSuccess, pages.switchTeam, pages.oauthAuthorize],
  ...[pages.saml, pages.samlPending, pages.samlSuspended, pages.samlProof],
  ...Object.values(failurePages),
];
/** Where a change of address is taken back or a second factor set up, which is about an account as the settings are. */
const likeSettings = [pages.undoAddress, pages.setUpFactor];
/** The login, or for who is signed in the home. */
const homes = [pages.home, pages.login, pages.signin];

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
  const isBare = isPageAmong(barePages, plain);
  const isSettings = `${plain}/`.startsWith(`${pages.settings}/`) || isPageAmong(likeSettings, plain);
  const saysPlanItself = isSettings || (isSignedIn && isPageAmong(homes, plain));
  return { hasFooter: !isBare, hasPlan: !isBare && !saysPlanItself };
}
