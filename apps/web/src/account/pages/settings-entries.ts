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

const entries = (): SettingsEntry[] => [
  {
    to: routes.settingsProfile,
    label: t('common.profile', 'Profile'),
    about: t('account.settingsEntries.profileLead', 'Your name, email address and language'),
  },
  {
    to: routes.settingsSecurity,
    label: t('common.security', 'Security'),
    about: t(
      'account.settingsEntries.securityLead',
      'Your password, two-step verification and logged-in devices',
    ),
  },
  {
    to: routes.settingsTeam,
    label: t('common.team', 'Team'),
    about: t('account.settingsEntries.teamLead', 'Members, invitations and seats'),
  },
  {
    to: routes.settingsBilling,
    label: t('common.billing', 'Billing'),
    about: t('account.settingsEntries.billingLead', 'Your plan, card and invoices'),
    isForOwner: true,
    needsFullLoad: true,
  },
  {
    to: routes.settingsSso,
    label: t('common.singleSignOn', 'Single sign-on'),
    about: t('account.settingsEntries.ssoLead', 'Let your team sign in with your company'),
    isForOwner: true,
  },
  {
    to: routes.settingsApps,
    label: t('account.settingsEntries.appsTitle', 'Apps'),
    about: t('common.connectedApps', 'Apps with access to your account'),
  },
  {
    to: routes.settingsData,
    label: t('common.yourData', 'Your data'),
    about: t('common.dataOrDeletion', 'Download your data or delete your account'),
  },
];

export function settingsFor({ isOwner }: Pick<KnownSession, 'isOwner'>): SettingsEntry[] {
  return entries().filter(({ isForOwner }) => isOwner || !isForOwner);
}
