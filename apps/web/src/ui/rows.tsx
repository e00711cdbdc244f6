import type { ReactNode } from 'react';
import styles from './rows.module.css';

export type Row = { label: string; value: ReactNode; isStrong?: boolean };

/** A list of labels and values, as on an invoice. */
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
