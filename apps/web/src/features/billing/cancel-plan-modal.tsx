import { billingTerms, planFeatures, plans } from '@foyer/catalog/plans';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './billing-settings.module.css';
import { longDate } from '../../ui/long-date.ts';

type CancelPlanModalProps = { until: string; onClose(): void; onYes(): void };

/** What a cancellation means, before it is one (SPEC 9). */
export function CancelPlanModal({ until, onClose, onYes }: CancelPlanModalProps) {
  return (
    <Modal
      title={`Cancel ${plans.pro.name}?`}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep {plans.pro.name}
          </Button>
          <Button onClick={onYes}>Cancel plan</Button>
        </>
      }
    >
      <p>
        {plans.pro.name} stays yours until {longDate(until)}. Then your team moves to the {plans.free.name}:
      </p>
      <ul className={styles.bullets}>
        {planFeatures(plans.free).map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p>{billingTerms[3]} You can take the cancellation back until your plan ends.</p>
    </Modal>
  );
}
