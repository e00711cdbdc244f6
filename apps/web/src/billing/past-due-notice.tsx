import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { routes } from '../routes.ts';
import { Message } from '../ui/message.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { longDate } from '../words/formats.ts';
import { Sentences } from '../words/join.ts';
import { t } from '../words/t.ts';
import { billingNoticeQuery } from './billing-query.ts';

export function PastDueNotice() {
  const { data: notice } = useQuery({ ...billingNoticeQuery, retry: false });
  const { pathname } = useLocation();
  if (!notice?.isPastDue || pathname === routes.confirmPayment) return null;
  const { needsConfirmation } = notice;
  return (
    <Message kind="error">
      <Sentences>
        {needsConfirmation
          ? t('billing.confirmationNeeded', 'Your bank needs you to approve your last payment.')
          : t('billing.paymentFailed', 'Your last payment didn’t go through.')}
        {notice.plan === 'pro'
          ? t('common.proStaysUntil', 'You keep PRO until {date}.', {
              date: longDate(notice.graceEndsAt),
            })
          : t('billing.freeTrialMeanwhile', 'Your team is on the Free Trial until the payment goes through.')}
        {needsConfirmation ? (
          <OutsideLink href={routes.confirmPayment}>
            {t('common.confirmPayment', 'Approve your payment')}
          </OutsideLink>
        ) : (
          pathname !== routes.settingsBilling && (
            <OutsideLink href={routes.settingsBilling}>
              {t('billing.replaceCard', 'Pay with a new card')}
            </OutsideLink>
          )
        )}
      </Sentences>
    </Message>
  );
}
