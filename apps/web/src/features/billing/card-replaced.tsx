import { exactDollars } from '@foyer/catalog/money';
import type { OpenPaymentReply } from '@foyer/contracts/billing-card';
import { useQuery } from '@tanstack/react-query';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { openPaymentQuery } from './billing-query.ts';
import styles from './billing-settings.module.css';

/** Confirms the new card and reports the open payment's outcome, as far as known. */
export function CardReplaced({ payment: atFirst }: { payment: OpenPaymentReply | undefined }) {
  const asked = useQuery({ ...openPaymentQuery, enabled: atFirst?.state === 'unknown' });
  const payment = atFirst?.state === 'unknown' ? (asked.data ?? atFirst) : atFirst;
  return (
    <div className={styles.messages}>
      <Message kind="success">{payment && isSettled(payment) && doneText(payment)}</Message>
      <Message kind="info">
        {payment?.state === 'unknown' &&
          'Your card was replaced. Whether the open payment has gone through is not known yet; we are asking, and say so here.'}
      </Message>
      <Message kind="error">{payment && <StillOpen payment={payment} />}</Message>
    </div>
  );
}

function isSettled({ state }: OpenPaymentReply): boolean {
  return state === 'none' || state === 'paid';
}

function doneText({ state }: OpenPaymentReply): string {
  return state === 'paid'
    ? 'Your card was replaced, and the open payment has gone through.'
    : 'Your card was replaced.';
}

function StillOpen({ payment }: { payment: OpenPaymentReply }) {
  if (payment.state === 'declined')
    return (
      <>
        Your card was replaced, but the open payment of {exactDollars(payment.total)} did not go through.{' '}
        {payment.reason}
      </>
    );
  if (payment.state === 'confirm')
    return (
      <>
        Your card was replaced, but your bank has not confirmed the open payment of{' '}
        {exactDollars(payment.total)}. <OutsideLink href={routes.confirmPayment}>Confirm it</OutsideLink>
      </>
    );
  return null;
}
