import { plans } from '@foyer/catalog/plans';
import { Suspense, useId, useState } from 'react';
import { PlanSummary } from '../billing/plans/plan-summary.tsx';
import { useShownPricePreview } from '../navigation/price-preview.ts';
import { useShownPlan } from '../navigation/plan-choice.ts';
import { Icon } from '../ui/icon.tsx';
import { planName, pricePerMonth } from '../words/plan-features.ts';
import { t } from '../words/t.ts';
import styles from './plan-banner.module.css';
import { lazyComponent } from '../ui/lazy-component.ts';

const ChargedToday = lazyComponent(
  async () => (await import('../billing/plans/charged-today.tsx')).ChargedToday,
);

/**
 * A line at the top of the window on mobile (docs/product.md 2). While the visitor pays for PRO, the line shows the
 * amount charged today, if known.
 */
export function PlanBanner() {
  const type = useShownPlan();
  const plan = plans[type];
  const isPaying = useShownPricePreview() === 'quoted' && plan.monthlyPriceCents > 0;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const price = <>{pricePerMonth(plan)}</>;
  return (
    <section
      className={`${styles.banner} ${isOpen ? styles[type] : ''}`}
      aria-label={t('shell.yourPlan', 'Your plan')}
      // Closes when the focus leaves, because the open banner could cover the focused element.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <strong>{planName(type)}</strong> ·{' '}
          {isPaying ? (
            <Suspense fallback={price}>
              <ChargedToday until={price} />
            </Suspense>
          ) : (
            price
          )}
        </span>
        <Icon name="chevronDown" />
      </button>
      <div id={id} className={styles.details} inert={!isOpen}>
        <PlanSummary type={type} hasPrice={false} />
      </div>
    </section>
  );
}
