import type { Plan } from '@foyer/catalog/plans';
import { Icon } from '../../ui/icon.tsx';
import { planFeatures } from '../../words/plan-features.ts';
import styles from './feature-list.module.css';

export function FeatureList({ plan }: { plan: Plan }) {
  return (
    <ul className={styles.list}>
      {planFeatures(plan).map((feature) => (
        <li key={feature}>
          <Icon name="check" size={18} />
          {feature}
        </li>
      ))}
    </ul>
  );
}
