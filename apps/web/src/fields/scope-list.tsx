import { Icon } from '../ui/icon.tsx';
import { describeScopes } from './describe-scopes.ts';
import styles from './scope-list.module.css';

/** What an app may do, each with a tick. */
export function ScopeList({ scopes, labelledBy }: { scopes: readonly string[]; labelledBy: string }) {
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {describeScopes(scopes).map((scope) => (
        <li key={scope}>
          <Icon name="check" size={18} />
          {scope}
        </li>
      ))}
    </ul>
  );
}
