import { plans } from '@foyer/catalog/plans';
import { subscriptionEnds, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing/billing';
import { useId, useState } from 'react';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { longDate } from '../words/formats.ts';
import { billingTerms, featuresInLine } from '../words/plan-texts.ts';
import { Sentences } from '../words/join.ts';
import { rich, t } from '../words/t.ts';
import { untilEndText } from './plan-text.ts';
import styles from './cancel-plan-modal.module.css';

type CancelPlanModalProps = {
  billing: BillingReply;
  /** Lets the owner pay instead. Offered for an unpaid plan, because canceling ends such a plan immediately. */
  onPay?: (() => void) | undefined;
  onClose(): void;
  onYes(endsAs: SubscriptionEnd): void;
};

export function CancelPlanModal({ billing, onPay, onClose, onYes }: CancelPlanModalProps) {
  const [endsAs, setEndsAs] = useState<SubscriptionEnd>('free');
  return (
    <ConfirmModal
      title={t('billing.cancelPlanModal.title', 'Cancel PRO?')}
      yes={t('billing.cancelPlan', 'Cancel plan')}
      no={t('common.keepPro', 'Keep PRO')}
      onClose={onClose}
      onYes={() => onYes(endsAs)}
    >
      {onPay ? (
        <p>
          {rich(
            'billing.cancelPlanModal.pastDueIntro',
            'Your last payment didn’t go through. If you cancel, PRO ends right away and we won’t charge the unpaid amount. To keep PRO, <pay>pay instead</pay>.',
            { pay: (words) => <TextButton onClick={onPay}>{words}</TextButton> },
          )}
        </p>
      ) : (
        <p>
          {untilEndText(billing)} {t('billing.cancelPlanModal.choiceLegend', 'Choose what happens next.')}
        </p>
      )}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>
          {onPay
            ? t('billing.cancelPlanModal.afterEndLabel', 'After PRO ends')
            : t('billing.cancelPlanModal.afterDateLabel', 'After {date}', {
                date: longDate(billing.currentPeriodEnd),
              })}
        </legend>
        {subscriptionEnds.map((end) => (
          <Choice key={end} end={end} isChosen={end === endsAs} onChoose={() => setEndsAs(end)} />
        ))}
      </fieldset>
      {onPay ? (
        <p>{t('billing.cancelPlanModal.irreversible', 'You can’t undo this.')}</p>
      ) : (
        <p>
          <Sentences>
            {billingTerms().refund}
            {t('billing.cancelPlanModal.reversible', 'You can undo the cancellation until your plan ends.')}
          </Sentences>
        </p>
      )}
    </ConfirmModal>
  );
}

function labelOf(end: SubscriptionEnd): string {
  return end === 'free'
    ? t('billing.cancelPlanModal.freeTrialOption', 'Move to the Free Trial')
    : t('billing.cancelPlanModal.endAccessOption', 'End the team’s access');
}

function Choice({ end, isChosen, onChoose }: { end: SubscriptionEnd; isChosen: boolean; onChoose(): void }) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label className={styles.head}>
        <input
          className={styles.radio}
          type="radio"
          name="ends-as"
          value={end}
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={id}
        />
        <span>{labelOf(end)}</span>
      </label>
      <p id={id} className={styles.details}>
        {end === 'free'
          ? t('billing.cancelPlanModal.freeTrialFeatures', '{features}. ## a list', {
              features: featuresInLine(plans.free),
            })
          : t(
              'billing.cancelPlanModal.endAccessNote',
              'No one on your team has access until you pay again. Your events and diagrams stay where they are.',
            )}
      </p>
    </div>
  );
}
