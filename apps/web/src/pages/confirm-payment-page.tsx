import { ConfirmPayment } from '../features/billing/confirm-payment.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function ConfirmPaymentPage() {
  return <SettingsLayout title={pageTitles.confirmPayment}>{() => <ConfirmPayment />}</SettingsLayout>;
}
