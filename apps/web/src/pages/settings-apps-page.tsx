import { ConnectedApps } from '../features/connected-apps/connected-apps.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsAppsPage() {
  return <SettingsLayout title={pageTitles.settingsApps}>{() => <ConnectedApps />}</SettingsLayout>;
}
