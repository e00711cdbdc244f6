import type { Plan } from '@foyer/catalog/plans';
import { dollars } from '../../words/formats.ts';
import { rich } from '../../words/t.ts';
import styles from './plan-price.module.css';

export function PlanPrice({ plan }: { plan: Plan }) {
  return (
    <p className={styles.price}>
      {rich('billing.planPrice.perMonth', '<amount>{price}</amount> per month', {
        price: dollars(plan.monthlyPriceCents),
        amount: (words) => <span className={styles.amount}>{words}</span>,
      })}
    </p>
  );
}
