import { billingTerms, plans, type PlanType } from '@foyer/catalog/plans';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { routes } from '../../routes.ts';
import { FeatureList } from './feature-list.tsx';
import { PlanPrice } from './plan-price.tsx';
import styles from './plan-summary.module.css';
import { ProBill } from './pro-bill.tsx';

const QuotedBill = lazy(async () => ({ default: (await import('./quoted-bill.tsx')).QuotedBill }));

/** What the plan costs and holds; for PRO also what is charged today and when next (SPEC 9). */
export function PlanSummary({ type, hasPrice = true }: { type: PlanType; hasPrice?: boolean }) {
  const plan = plans[type];
  const path = useLocation().pathname.replace(/\/$/, '');
  // In the settings nothing is being bought.
  const hasBill = type === 'pro' && !path.startsWith('/settings/');
  return (
    <div className={styles.summary}>
      {hasPrice && <PlanPrice plan={plan} />}
      <FeatureList plan={plan} />
      {hasBill && (
        <Suspense fallback={<ProBill />}>{asksForAddress(path) ? <QuotedBill /> : <ProBill />}</Suspense>
      )}
      {hasBill && (
        <p className={styles.terms}>
          {billingTerms[0]} {billingTerms[2]}
        </p>
      )}
    </div>
  );
}

/** Whether there is an address on this page from which the tax follows. */
function asksForAddress(path: string): boolean {
  return path === routes.billing || path === routes.proUpgrade;
}
