import { PlanSummary } from '../billing/plans/plan-summary.tsx';
import { useShownPlan } from '../navigation/plan-choice.ts';
import { planName } from '../words/plan-features.ts';
import { t } from '../words/t.ts';
import styles from './side-panel.module.css';

export function SidePanel() {
  const plan = useShownPlan();
  return (
    <section className={styles.panel} aria-label={t('shell.yourPlan', 'Your plan')}>
      <h2 className={styles.title}>{planName(plan)}</h2>
      <PlanSummary type={plan} />
    </section>
  );
}
