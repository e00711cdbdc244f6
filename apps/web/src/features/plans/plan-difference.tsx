import { planDifferences } from '@foyer/catalog/plan-texts';
import { plans } from '@foyer/catalog/plans';
import { Icon } from '../../ui/icon.tsx';
import list from './feature-list.module.css';
import styles from './plan-difference.module.css';

/** Beside the cards of both plans: what PRO allows more. */
export function PlanDifference() {
  const { more, same } = planDifferences();
  return (
    <div className={styles.difference}>
      <h3 className={styles.title}>
        {plans.pro.name} instead of the {plans.free.name}
      </h3>
      <ul className={list.list}>
        {more.map(({ pro, free }) => (
          <li key={pro}>
            <Icon name="check" size={18} />
            {pro}, not {free}
          </li>
        ))}
      </ul>
      <p className={styles.same}>The same in both: {same.join(', ')}.</p>
    </div>
  );
}
