import type { KnownSession } from '@foyer/contracts/identity/session';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { settingsFor } from './settings-entries.ts';
import styles from './settings-list.module.css';

export function SettingsList({ session }: { session: KnownSession }) {
  return (
    <ul className={styles.list}>
      {settingsFor(session).map(({ to, label, about, needsFullLoad = false }) => (
        <li key={to} className={styles.row}>
          <Link className={styles.link} to={to} reloadDocument={needsFullLoad}>
            <span className={styles.text}>
              <span className={styles.label}>{label}</span>
              <span className={styles.about}>{about}</span>
            </span>
            <Icon name="chevronDown" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
