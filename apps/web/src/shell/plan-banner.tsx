import { plans } from '@foyer/catalog/plans';
import { useId, useState } from 'react';
import { dollars } from '../features/plans/plan-price.tsx';
import { PlanSummary } from '../features/plans/plan-summary.tsx';
import { usePlan } from '../journey/plan-choice.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './plan-banner.module.css';

/** The chosen plan at the top of the window, on mobile: one line that unfolds (SPEC 2). */
export function PlanBanner() {
  const type = usePlan();
  const plan = plans[type];
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={`${styles.banner} ${isOpen ? styles[type] : ''}`} aria-label="Your plan">
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <strong>{plan.name}</strong> · {dollars(plan.monthlyPriceCents)} per month
        </span>
        <Icon name="chevronDown" />
      </button>
      <div id={id} className={styles.details} inert={!isOpen}>
        <PlanSummary type={type} hasPrice={false} />
      </div>
    </section>
  );
}
