import { SsoSettings } from '../features/sso-settings/sso-settings.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsSsoPage() {
  return <SettingsLayout title="Single sign-on">{() => <SsoSettings />}</SettingsLayout>;
}
