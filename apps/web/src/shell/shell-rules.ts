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
const bareBeginnings = ['/saml/', '/switch-team/'];
/** Who has a team has a plan, and the page says which: the one this browser remembers is of a sign-up. */
const settings = '/settings/';

export type ShellParts = {
  hasFooter: boolean;
  /** The plan: a panel at the side on desktop, a banner at the top on mobile. */
  hasPlan: boolean;
};

/** What stands around a page. */
export function shellPartsFor(path: string): ShellParts {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const isBare = barePaths.has(plain) || bareBeginnings.some((beginning) => path.startsWith(beginning));
  return { hasFooter: !isBare, hasPlan: !isBare && !path.startsWith(settings) };
}
