import { dollars } from '@foyer/catalog/money';
import type { Plan } from '@foyer/catalog/plans';
import styles from './plan-price.module.css';

/** $199 per month, written large. */
export function PlanPrice({ plan }: { plan: Plan }) {
  return (
    <p className={styles.price}>
      <span className={styles.amount}>{dollars(plan.monthlyPriceCents)}</span> per month
    </p>
  );
}
