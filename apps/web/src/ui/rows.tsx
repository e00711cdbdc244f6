import type { ReactNode } from 'react';
import styles from './rows.module.css';

export type Row = { label: string; value: ReactNode; isStrong?: boolean };

export function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value, isStrong }) => (
        <div key={label} className={isStrong ? styles.strong : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
