import { billingTerms, plans, type PlanType } from '@foyer/catalog/plans';
import { FeatureList } from './feature-list.tsx';
import { nextBillingDate } from './next-billing-date.ts';
import { dollars, PlanPrice } from './plan-price.tsx';
import styles from './plan-summary.module.css';

/** What the plan costs and holds; for PRO also what is charged today and when next (SPEC 9). */
export function PlanSummary({ type, hasPrice = true }: { type: PlanType; hasPrice?: boolean }) {
  const plan = plans[type];
  return (
    <div className={styles.summary}>
      {hasPrice && <PlanPrice plan={plan} />}
      <FeatureList plan={plan} />
      {type === 'pro' && (
        <dl className={styles.bill}>
          <div>
            <dt>Subtotal</dt>
            <dd>{dollars(plan.monthlyPriceCents)}</dd>
          </div>
          <div className={styles.total}>
            <dt>Charged today</dt>
            <dd>{dollars(plan.monthlyPriceCents)} plus tax</dd>
          </div>
          <div>
            <dt>Next billing date</dt>
            <dd>
              {nextBillingDate(new Date()).toLocaleDateString('en-US', {
                year: 'numeric',
                month: 'long',
                day: 'numeric',
              })}
            </dd>
          </div>
        </dl>
      )}
      {type === 'pro' && (
        <p className={styles.terms}>
          {billingTerms[0]} {billingTerms[2]}
        </p>
      )}
    </div>
  );
}
