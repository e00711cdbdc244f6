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

/**
 * Pages that need the required second factor. Data export and deletion are not among them, because they are legal
 * rights.
 */
const pagesBehindFactor: Page[] = [
  ...pagesOfSession.filter((page) => page !== pages.setUpFactor && page !== pages.settingsData),
  ...[pages.home, pages.login, pages.signin, pages.proUpgrade],
];

/**
 * Returns the URL of a redirect, or undefined. After the login or the second factor, the visitor returns to the
 * requested page. The upgrade page is an exception: without a session, it redirects to the home page. If a session ends
 * later, web/navigation/sign-in-first.tsx redirects.
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
