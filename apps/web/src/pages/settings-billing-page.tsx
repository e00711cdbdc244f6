import { BillingSettings } from '../features/billing/billing-settings.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsBillingPage() {
  return <SettingsLayout title="Billing">{() => <BillingSettings />}</SettingsLayout>;
}
