import { isPageAmong, pages, type Page } from '@foyer/contracts/pages';
import type { PageValues } from '@foyer/contracts/page-values';
import type { Request } from 'express';

const pagesOfSession: Page[] = [
  ...[
    pages.settings,
    pages.settingsProfile,
    pages.confirmAddress,
    pages.settingsTeam,
    pages.settingsSecurity,
    pages.settingsData,
    pages.settingsBilling,
    pages.confirmPayment,
    pages.setUpFactor,
  ],
  ...[pages.settingsApps, pages.settingsSso, pages.settingsSsoTest, pages.billing],
];

/** Pages closed to a user who must first set up a second factor. Data export and deletion are legal rights and stay open. */
const pagesBehindFactor: Page[] = [
  ...pagesOfSession.filter((page) => page !== pages.setUpFactor && page !== pages.settingsData),
  ...[pages.home, pages.login, pages.signin, pages.proUpgrade],
];

/**
 * Redirect for a page that needs a session. A visitor without one goes to the login, which leads back
 * (web/navigation/sign-in-first.tsx does the same when a session ends later); from the upgrade page, to the home page
 * (docs/product.md 2). A session without its required second factor goes to the page that asks for it or sets it up, which
 * leads back, too.
 */
export function otherPageFirst(
  { path, originalUrl }: Request,
  { userEmail, session, redirectUrl }: Pick<PageValues, 'userEmail' | 'session' | 'redirectUrl'>,
): string | undefined {
  if (session?.restrictedTo === 'second-factor' && isPageAmong(pagesBehindFactor, path)) {
    const isLogin = isPageAmong([pages.home, pages.login, pages.signin], path);
    const back = isLogin ? redirectUrl : originalUrl;
    return `${pages.setUpFactor}${back && `?${new URLSearchParams({ redirect: back }).toString()}`}`;
  }
  if (userEmail !== '') return undefined;
  if (path === pages.proUpgrade) return pages.home;
  if (!isPageAmong(pagesOfSession, path)) return undefined;
  return `${pages.login}?${new URLSearchParams({ redirect: originalUrl }).toString()}`;
}
