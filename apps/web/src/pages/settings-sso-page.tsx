import { SsoSettings } from '../features/sso-settings/sso-settings.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsSsoPage() {
  return <SettingsLayout title={pageTitles.settingsSso}>{() => <SsoSettings />}</SettingsLayout>;
}
