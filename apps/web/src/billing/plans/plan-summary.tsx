import { isPaid } from '@foyer/catalog/entitlements';
import { plans, type PlanType } from '@foyer/catalog/plans';
import { Suspense } from 'react';
import { useShownPricePreview } from '../../navigation/price-preview.ts';
import { FeatureList } from './feature-list.tsx';
import { PlanPrice } from './plan-price.tsx';
import styles from './plan-summary.module.css';
import { lazyComponent } from '../../ui/lazy-component.ts';

const PlanDifference = lazyComponent(async () => (await import('./plan-difference.tsx')).PlanDifference);
const PricePreview = lazyComponent(async () => (await import('./price-preview.tsx')).PricePreview);

/**
 * Shows the price and the features of a plan. On pages with a price preview, PRO also has the charge of today (decision
 * 45). Pages that compare the plans list all features themselves, so there the summary shows only the differences.
 */
export function PlanSummary({ type, hasPrice = true }: { type: PlanType; hasPrice?: boolean }) {
  const bill = useShownPricePreview();
  const features = <FeatureList plan={plans[type]} />;
  return (
    <div className={styles.summary}>
      {hasPrice && <PlanPrice plan={plans[type]} />}
      {hasPrice && bill === 'compared' ? (
        <Suspense fallback={features}>
          <PlanDifference />
        </Suspense>
      ) : (
        features
      )}
      {isPaid(type) && bill && (
        <Suspense>
          <PricePreview isQuoted={bill === 'quoted'} />
        </Suspense>
      )}
    </div>
  );
}
