import { PAYMENT_GRACE_DAYS } from '@foyer/catalog/subscription-states';
import { plans } from '@foyer/catalog/plans';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { billingNoticeQuery } from './billing-query.ts';

/** Warns the owner about a failed payment on every settings page. */
export function PastDueNotice() {
  const { data: notice } = useQuery({ ...billingNoticeQuery, retry: false });
  const { pathname } = useLocation();
  // The confirmation page says so itself.
  if (!notice?.isPastDue || pathname === routes.confirmPayment) return null;
  const { pro, free } = plans;
  return (
    <Message kind="error">
      {notice.needsConfirmation
        ? 'Your bank wants you to confirm your last payment.'
        : 'Your last payment did not go through.'}{' '}
      {notice.plan === 'pro'
        ? `${pro.name} stays in place for ${PAYMENT_GRACE_DAYS} days after it ${notice.needsConfirmation ? 'was due' : 'failed'}.`
        : `Until it does, your team is on the ${free.name}.`}{' '}
      {notice.needsConfirmation ? (
        <OutsideLink href={routes.confirmPayment}>Confirm your payment</OutsideLink>
      ) : (
        pathname !== routes.settingsBilling && (
          <OutsideLink href={routes.settingsBilling}>Replace your card</OutsideLink>
        )
      )}
    </Message>
  );
}
