import { ConnectedApps } from '../settings/connected-apps.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function SettingsAppsPage() {
  return <SettingsLayout title={pageTitles.settingsApps}>{() => <ConnectedApps />}</SettingsLayout>;
}
