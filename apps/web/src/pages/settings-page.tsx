import { SettingsLayout } from './settings-layout.tsx';
import { SettingsList } from './settings-list.tsx';

/** All settings at a glance. */
export function SettingsPage() {
  return <SettingsLayout title="Settings">{(session) => <SettingsList session={session} />}</SettingsLayout>;
}
