import { Icon } from '../../ui/icon.tsx';
import { planDifferences } from '../../words/plan-texts.ts';
import { t } from '../../words/t.ts';
import list from './feature-list.module.css';
import styles from './plan-difference.module.css';

export function PlanDifference() {
  const { more, same } = planDifferences();
  return (
    <div className={styles.difference}>
      <h3 className={styles.title}>{t('billing.planDifference.proLabel', 'What you get with PRO')}</h3>
      <ul className={list.list}>
        {more.map(({ pro, free }) => (
          <li key={pro}>
            <Icon name="check" size={18} />
            {t(
              'billing.planDifference.freeTrialAmount',
              '{feature} instead of {amount, number} ## amount: of the Free Trial',
              {
                feature: pro,
                amount: free,
              },
            )}
          </li>
        ))}
      </ul>
      <p className={styles.same}>
        {t('billing.planDifference.sameInBoth', 'Both plans include: {features}.', { features: same })}
      </p>
    </div>
  );
}
