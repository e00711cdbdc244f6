import { isPaid } from '@foyer/catalog/entitlements';
import { plans, type PlanType } from '@foyer/catalog/plans';
import { lazy, Suspense } from 'react';
import { useShownBill } from '../../journey/own-bill.ts';
import { FeatureList } from './feature-list.tsx';
import { PlanPrice } from './plan-price.tsx';
import styles from './plan-summary.module.css';

const OwnBill = lazy(async () => ({ default: (await import('./own-bill.tsx')).OwnBill }));

/** The plan's price and features; for a payer also today's charge and the next (docs/product.md 9). */
export function PlanSummary({ type, hasPrice = true }: { type: PlanType; hasPrice?: boolean }) {
  const bill = useShownBill();
  return (
    <div className={styles.summary}>
      {hasPrice && <PlanPrice plan={plans[type]} />}
      <FeatureList plan={plans[type]} />
      {isPaid(type) && bill && (
        <Suspense>
          <OwnBill isQuoted={bill === 'quoted'} />
        </Suspense>
      )}
    </div>
  );
}
