import { BillingSettings } from '../billing-settings.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function SettingsBillingPage() {
  return <SettingsLayout title={pageTitles.settingsBilling}>{() => <BillingSettings />}</SettingsLayout>;
}
