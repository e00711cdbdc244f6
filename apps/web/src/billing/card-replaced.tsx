import type { OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import { useQuery } from '@tanstack/react-query';
import { routes } from '../routes.ts';
import { Message } from '../ui/message.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import part from '../ui/settings-part.module.css';
import { exactSum } from '../words/formats.ts';
import { Sentences } from '../words/join.ts';
import { rich, t } from '../words/t.ts';
import { openPaymentQuery } from './billing-query.ts';
import { declineText } from './decline-text.ts';

export function CardReplaced({ payment: atFirst }: { payment: OpenPaymentReply | undefined }) {
  const asked = useQuery({ ...openPaymentQuery, enabled: atFirst?.state === 'unknown' });
  const payment = atFirst?.state === 'unknown' ? (asked.data ?? atFirst) : atFirst;
  return (
    <div className={part.messages}>
      <Message kind="success">{payment && isSettled(payment) && doneText(payment)}</Message>
      <Message kind="info">
        {payment?.state === 'unknown' &&
          t(
            'billing.cardReplaced.outcomeUnknown',
            'Your new card was saved. We don’t know yet whether your last payment went through. This page will update.',
          )}
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
    ? t(
        'billing.cardReplaced.paymentSucceeded',
        'Your new card was saved, and your last payment went through.',
      )
    : t('billing.cardReplaced.replaced', 'Your new card was saved.');
}

function StillOpen({ payment }: { payment: OpenPaymentReply }) {
  if (payment.state === 'declined')
    return (
      <Sentences>
        {t(
          'billing.cardReplaced.paymentFailed',
          'Your new card was saved, but your last payment of {sum} didn’t go through.',
          {
            sum: exactSum(payment.total, payment.currency),
          },
        )}
        {declineText(payment)}
      </Sentences>
    );
  if (payment.state === 'confirm')
    return rich(
      'billing.cardReplaced.confirmationNeeded',
      'Your new card was saved, but your bank needs you to approve your last payment of {sum}. <link>Approve it</link>',
      {
        sum: exactSum(payment.total, payment.currency),
        link: (words) => <OutsideLink href={routes.confirmPayment}>{words}</OutsideLink>,
      },
    );
  return null;
}
