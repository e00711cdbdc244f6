import { BillingSettings } from '../features/billing/billing-settings.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsBillingPage() {
  return <SettingsLayout title={pageTitles.settingsBilling}>{() => <BillingSettings />}</SettingsLayout>;
}
