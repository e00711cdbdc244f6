import styles from './badge.module.css';

export function Badge({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'bad';
  children: string | string[];
}) {
  return <span className={`${styles.badge} ${styles[kind]}`}>{children}</span>;
}
