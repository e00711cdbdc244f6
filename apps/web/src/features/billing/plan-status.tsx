import { plans } from '@foyer/catalog/plans';
import { stateOf } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing';
import { useRef, useState } from 'react';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Badge } from '../../ui/badge.tsx';
import { inWords } from '../../words/in-words.ts';
import { ownPricePerMonth, planName, pricePerMonth } from '../../words/plan-features.ts';
import { t } from '../../words/t.ts';
import styles from './billing-settings.module.css';
import { CancelPlanModal } from './cancel-plan-modal.tsx';
import { planText } from './plan-text.ts';
import { problemText, useChangePlan, type PlanChange } from './use-plan-changes.ts';

function doneText({ kind }: PlanChange): string {
  return kind === 'cancel'
    ? t('Your cancellation is noted. You can take it back until your plan ends.')
    : t('Your plan goes on as before.');
}

/** The plan, whether it renews, and how to change that. */
export function PlanStatus({ billing, isRunning }: { billing: BillingReply; isRunning: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is replaced, so focus moves to the heading.
  const change = useChangePlan(() => heading.current?.focus());
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('Current plan')}
      </h2>
      <div className={styles.messages}>
        <Message kind="success">{change.isSuccess && doneText(change.variables)}</Message>
        <Message kind="error">{change.error && problemText(change.error, t('Nothing was changed.'))}</Message>
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
          <ButtonAnchor href={routes.proUpgrade}>{t('Upgrade to PRO')}</ButtonAnchor>
        ) : billing.isCancelScheduled ? (
          <Button isLoading={change.isPending} onClick={() => change.mutate({ kind: 'resume' })}>
            {t('Resume plan')}
          </Button>
        ) : (
          <Button variant="danger" isLoading={change.isPending} onClick={() => setAsking(true)}>
            {t('Cancel plan')}
          </Button>
        )}
      </div>
      {isAsking && (
        <CancelPlanModal
          billing={billing}
          onClose={() => setAsking(false)}
          onYes={(endsAs) => {
            setAsking(false);
            change.mutate({ kind: 'cancel', endsAs });
          }}
        />
      )}
    </section>
  );
}

/** A plan that nobody bought at the provider has no price there. */
function priceText({ plan, price }: BillingReply): string {
  if (plan === 'free') return pricePerMonth(plans.free);
  return price ? ownPricePerMonth(price) : '';
}

function StatusBadge({ billing: { status, isCancelScheduled } }: { billing: BillingReply }) {
  const { badge, isRunning, isRetried, isEnded } = stateOf(status);
  if (isRetried) return <Badge kind="bad">{inWords(badge)}</Badge>;
  if (isRunning)
    return isCancelScheduled ? (
      <Badge>{t('Canceled ## plan')}</Badge>
    ) : (
      <Badge kind="good">{inWords(badge)}</Badge>
    );
  return isEnded ? <Badge>{inWords(badge)}</Badge> : null;
}
