import type { KnownSession } from '@foyer/contracts/session';
import { routes } from '../routes.ts';

type SettingsEntry = {
  to: string;
  label: string;
  about: string;
  isForOwner?: boolean;
  /** The page with the card has a policy of its own, which only a full load brings. */
  isLoadedAnew?: boolean;
};

/** The pages of the settings, in their order. */
const entries: SettingsEntry[] = [
  { to: routes.settingsSecurity, label: 'Security', about: 'Your password, and where you are logged in' },
  { to: routes.settingsTeam, label: 'Team', about: 'Members, invitations and seats' },
  {
    ...{ to: routes.settingsBilling, label: 'Billing', about: 'Your plan, your card and your invoices' },
    ...{ isForOwner: true, isLoadedAnew: true },
  },
  {
    ...{ to: routes.settingsSso, label: 'SSO', about: 'Signing in through your company' },
    isForOwner: true,
  },
  { to: routes.settingsApps, label: 'Apps', about: 'Apps with access to your account' },
];

/** Those that somebody may use; all, where a replica of the release before does not say whose team it is. */
export function settingsFor({ isOwner = true }: Pick<KnownSession, 'isOwner'>): SettingsEntry[] {
  return entries.filter(({ isForOwner }) => isOwner || !isForOwner);
}
