import type { KnownSession } from '@foyer/contracts/identity/session';
import { routes } from '../../routes.ts';
import { t } from '../../words/t.ts';

type SettingsEntry = {
  to: string;
  label: string;
  about: string;
  isForOwner?: boolean;
  /** The page with the card form has its own CSP, so it needs a full page load. */
  needsFullLoad?: boolean;
};

/** The settings pages in order. */
const entries = (): SettingsEntry[] => [
  {
    to: routes.settingsProfile,
    label: t('Profile'),
    about: t('Your name, your company and your language'),
  },
  {
    to: routes.settingsSecurity,
    label: t('Security'),
    about: t('Your password, and where you are logged in'),
  },
  { to: routes.settingsTeam, label: t('Team'), about: t('Members, invitations and seats') },
  {
    ...{
      to: routes.settingsBilling,
      label: t('Billing'),
      about: t('Your plan, your card and your invoices'),
    },
    isForOwner: true,
    needsFullLoad: true,
  },
  {
    ...{ to: routes.settingsSso, label: t('SSO'), about: t('Signing in through your company') },
    isForOwner: true,
  },
  { to: routes.settingsApps, label: t('Apps'), about: t('Apps with access to your account') },
  {
    to: routes.settingsData,
    label: t('Your data'),
    about: t('A copy of it, and the end of your account'),
  },
];

/** The settings pages that a user can open. */
export function settingsFor({ isOwner }: Pick<KnownSession, 'isOwner'>): SettingsEntry[] {
  return entries().filter(({ isForOwner }) => isOwner || !isForOwner);
}
