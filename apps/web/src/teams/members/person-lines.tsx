import type { ReactNode } from 'react';
import styles from './team.module.css';

export function PersonLines({ name, note, badges }: { name: string; note: string; badges?: ReactNode }) {
  return (
    <>
      <p className={styles.name}>
        <bdi>{name}</bdi> {badges}
      </p>
      <p className={styles.note}>
        <bdi>{note}</bdi>
      </p>
    </>
  );
}
