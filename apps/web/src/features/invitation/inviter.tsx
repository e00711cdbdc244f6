import { initialsOf } from '../../ui/initials.ts';
import styles from './inviter.module.css';

/** Who invites, by name and address, and to what. */
export function Inviter({ name, email, text }: { name: string; email: string; text: string }) {
  return (
    <div className={styles.inviter}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={styles.who}>
        <p>
          <strong>{name}</strong> {text}
        </p>
        <p className={styles.email}>{email}</p>
      </div>
    </div>
  );
}
