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
  ],
  ...[pages.settingsApps, pages.settingsSso, pages.settingsSsoTest, pages.billing],
];

/**
 * Where somebody is sent who is not signed in and opens a page that shows nothing without a session: to the login, which
 * leads back (web/journey/sign-in-first.tsx does the same when a session ends later), from the upgrade home
 * (docs/product.md 2).
 */
export function loginInstead(
  { path, originalUrl }: Request,
  { userEmail }: Pick<PageValues, 'userEmail'>,
): string | undefined {
  if (userEmail !== '') return undefined;
  if (path === pages.proUpgrade) return pages.home;
  if (!isPageAmong(pagesOfSession, path)) return undefined;
  return `${pages.login}?${new URLSearchParams({ redirect: originalUrl }).toString()}`;
}
