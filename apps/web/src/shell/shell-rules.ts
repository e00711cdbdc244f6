import { failurePages, isPageAmong, pages } from '@foyer/contracts/pages';

/** Pages without footer and plan panel: those of docs/product.md 2, and pages that can replace one of them. */
const barePages = [
  pages.success,
  pages.billingSuccess,
  pages.switchTeam,
  pages.oauthAuthorize,
  pages.saml,
  pages.samlPending,
  pages.samlSuspended,
  pages.samlProof,
  ...Object.values(failurePages),
];
const likeSettings = [pages.undoAddress, pages.setUpFactor];
/** These paths show the home page to users with full access, and the login to others. */
const homes = [pages.home, pages.login, pages.signin];

export type ShellParts = {
  hasFooter: boolean;
  /** The plan: a panel at the side on desktop, a banner at the top on mobile. */
  hasPlan: boolean;
};

/** Settings and home page have no plan panel, because they show the team's plan. */
export function shellPartsFor(path: string, isSignedIn: boolean): ShellParts {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const isBare = isPageAmong(barePages, plain);
  const isSettings = `${plain}/`.startsWith(`${pages.settings}/`) || isPageAmong(likeSettings, plain);
  const showsOwnPlan = isSettings || (isSignedIn && isPageAmong(homes, plain));
  return { hasFooter: !isBare, hasPlan: !isBare && !showsOwnPlan };
}
