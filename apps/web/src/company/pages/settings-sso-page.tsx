import { SsoSettings } from '../settings/sso-settings.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function SettingsSsoPage() {
  return <SettingsLayout title={pageTitles.settingsSso}>{() => <SsoSettings />}</SettingsLayout>;
}
