import { ConfirmPayment } from '../features/billing/confirm-payment.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function ConfirmPaymentPage() {
  return <SettingsLayout title="Confirm your payment">{() => <ConfirmPayment />}</SettingsLayout>;
}
