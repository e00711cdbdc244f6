import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { Icon } from '../ui/icon.tsx';
import { inWords } from '../words/in-words.ts';
import styles from './scope-list.module.css';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

export function ScopeList({ scopes, labelledBy }: { scopes: readonly string[]; labelledBy: string }) {
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {scopes.map((scope) => (
        <li key={scope}>
          <Icon name="check" size={18} />
          {inWords(words.get(scope) ?? scope)}
        </li>
      ))}
    </ul>
  );
}
