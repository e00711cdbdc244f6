import { billingTerms, planFeatures, plans } from '@foyer/catalog/plans';
import { subscriptionEnds, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { longDate } from '../../ui/long-date.ts';
import { LaterModal } from '../../ui/later-modal.tsx';
import styles from './cancel-plan-modal.module.css';

type CancelPlanModalProps = { until: string; onClose(): void; onYes(endsAs: SubscriptionEnd): void };

/** Explains and confirms a cancellation (docs/product.md 9, 10). */
export function CancelPlanModal({ until, onClose, onYes }: CancelPlanModalProps) {
  const [endsAs, setEndsAs] = useState<SubscriptionEnd>('free');
  return (
    <LaterModal
      title={`Cancel ${plans.pro.name}?`}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep {plans.pro.name}
          </Button>
          <Button variant="danger" onClick={() => onYes(endsAs)}>
            Cancel plan
          </Button>
        </>
      }
    >
      <p>
        {plans.pro.name} stays yours until {longDate(until)}. What then?
      </p>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>After {longDate(until)}</legend>
        {subscriptionEnds.map((end) => (
          <Choice key={end} end={end} isChosen={end === endsAs} onChoose={() => setEndsAs(end)} />
        ))}
      </fieldset>
      <p>{billingTerms[3]} You can take the cancellation back until your plan ends.</p>
    </LaterModal>
  );
}

const labels: Record<SubscriptionEnd, string> = {
  free: `Stay on the ${plans.free.name} afterwards`,
  ended: "End the account's access",
};

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
        <span>{labels[end]}</span>
      </label>
      <p id={id} className={styles.details}>
        {end === 'free'
          ? `${planFeatures(plans.free).join(', ')}.`
          : 'Nobody in your team can use it until you pay again. Everything stays where it is.'}
      </p>
    </div>
  );
}
