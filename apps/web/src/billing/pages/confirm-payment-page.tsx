import { ConfirmPayment } from '../confirm-payment.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function ConfirmPaymentPage() {
  return <SettingsLayout title={pageTitles.confirmPayment}>{() => <ConfirmPayment />}</SettingsLayout>;
}
