import { ConnectedApps } from '../features/connected-apps/connected-apps.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsAppsPage() {
  return <SettingsLayout title="Connected apps">{() => <ConnectedApps />}</SettingsLayout>;
}
