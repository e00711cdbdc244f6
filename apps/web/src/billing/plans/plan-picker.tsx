import { plans, planTypes, type PlanType } from '@foyer/catalog/plans';
import { useId } from 'react';
import { FeatureList } from './feature-list.tsx';
import { planName } from '../../words/plan-features.ts';
import { t } from '../../words/t.ts';
import styles from './plan-picker.module.css';
import { PlanPrice } from './plan-price.tsx';

export function PlanPicker({ value, onChange }: { value: PlanType; onChange(plan: PlanType): void }) {
  const id = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{t('common.plan', 'Plan')}</legend>
      <div className={styles.cards}>
        {planTypes.map((type) => (
          <div key={type} className={styles.card}>
            <label className={styles.head}>
              <span className={styles.name}>{planName(type)}</span>
              <input
                className={styles.radio}
                type="radio"
                name="plan"
                value={type}
                checked={value === type}
                onChange={() => onChange(type)}
                aria-describedby={`${id}-${type}`}
              />
            </label>
            <div id={`${id}-${type}`} className={styles.details}>
              <PlanPrice plan={plans[type]} />
              <FeatureList plan={plans[type]} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
