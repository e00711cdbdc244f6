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

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
