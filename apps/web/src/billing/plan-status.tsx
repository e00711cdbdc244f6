import { plans } from '@foyer/catalog/plans';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing/billing';
import { useRef, useState } from 'react';
import { problemInWords } from '../http/errors.ts';
import { useDocumentNavigation } from '../navigation/document-navigation.ts';
import { routes } from '../routes.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { Badge } from '../ui/badge.tsx';
import part from '../ui/settings-part.module.css';
import { inWords } from '../words/in-words.ts';
import { ownPricePerMonth, planName, pricePerMonth } from '../words/plan-features.ts';
import { t } from '../words/t.ts';
import styles from './billing-settings.module.css';
import { CancelPlanModal } from './cancel-plan-modal.tsx';
import { planText } from './plan-text.ts';
import { useChangePlan, type PlanChanged } from './use-plan-changes.ts';

function doneText(done: PlanChanged): string {
  switch (done) {
    case 'scheduled':
      return t(
        'billing.planStatus.cancelNoted',
        'Your cancellation is scheduled. You can resume your plan until it ends.',
      );
    case 'paid':
      return t(
        'billing.planStatus.cancelNotedPaid',
        'Your last payment just went through, so your plan ends with the month you paid for. You can resume it until then.',
      );
    case 'ended':
      return t(
        'billing.planStatus.endedUnpaidDropped',
        'PRO has ended, and we won’t charge the unpaid amount.',
      );
    case 'refunded':
      return t(
        'billing.planStatus.endedRefunded',
        'PRO has ended. Your card was charged just as it ended, so we refunded that payment.',
      );
    case 'unchanged':
      return t(
        'billing.planStatus.nothingChanged',
        'Your last payment didn’t go through, so we haven’t canceled your plan yet.',
      );
    case 'resumed':
      return t('billing.planStatus.resumed', 'Your plan continues as before.');
  }
}

type PlanStatusProps = { billing: BillingReply; isRunning: boolean; onPay(): void };

export function PlanStatus({ billing, isRunning, onPay }: PlanStatusProps) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useDocumentNavigation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is replaced, so focus moves to the heading.
  const change = useChangePlan(() => heading.current?.focus());
  const { isRetried } = subscriptionStateOf(billing.status);
  function pay(): void {
    setAsking(false);
    if (billing.needsConfirmation) navigate(routes.confirmPayment);
    else onPay();
  }
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('billing.planStatus.title', 'Current plan')}
      </h2>
      <div className={part.messages}>
        <Message kind={change.data === 'unchanged' ? 'error' : 'success'}>
          {change.data && doneText(change.data)}
        </Message>
        <Message kind="error">
          {change.error &&
            problemInWords(
              change.error,
              t(
                'common.changeUnconfirmed',
                'We couldn’t confirm this change. Check your connection and try again.',
              ),
            )}
        </Message>
      </div>
      <div className={styles.box}>
        <div className={styles.line}>
          <p className={styles.name}>
            {planName(billing.plan)} <StatusBadge billing={billing} />
          </p>
          <p className={styles.note}>{priceText(billing)}</p>
        </div>
        <p>{planText(billing)}</p>
        {!isRunning ? (
          <ButtonAnchor href={routes.proUpgrade}>{t('common.upgradeToPro', 'Upgrade to PRO')}</ButtonAnchor>
        ) : billing.isCancelScheduled && !isRetried ? (
          <Button isLoading={change.isPending} onClick={() => change.mutate({ kind: 'resume' })}>
            {t('billing.planStatus.resume', 'Resume plan')}
          </Button>
        ) : (
          <Button variant="danger" isLoading={change.isPending} onClick={() => setAsking(true)}>
            {t('billing.cancelPlan', 'Cancel plan')}
          </Button>
        )}
      </div>
      {isAsking && (
        <CancelPlanModal
          billing={billing}
          onPay={isRetried ? pay : undefined}
          onClose={() => setAsking(false)}
          onYes={(endsAs) => {
            setAsking(false);
            change.mutate(
              { kind: 'cancel', endsAs, isUnpaid: isRetried },
              // `unchanged`: PRO could not end as the dialog said, so the dialog opens again.
              { onSuccess: (done) => setAsking(done === 'unchanged') },
            );
          }}
        />
      )}
    </section>
  );
}

function priceText({ plan, price }: BillingReply): string {
  if (plan === 'free') return pricePerMonth(plans.free);
  return price ? ownPricePerMonth(price) : '';
}

function StatusBadge({ billing: { status, isCancelScheduled } }: { billing: BillingReply }) {
  const { badge, isRunning, isRetried } = subscriptionStateOf(status);
  if (isRetried) return <Badge kind="bad">{inWords(badge)}</Badge>;
  if (isRunning)
    return isCancelScheduled ? (
      <Badge>{t('billing.planStatus.canceledState', 'Canceled ## plan')}</Badge>
    ) : (
      <Badge kind="good">{inWords(badge)}</Badge>
    );
  return badge ? <Badge>{inWords(badge)}</Badge> : null;
}
