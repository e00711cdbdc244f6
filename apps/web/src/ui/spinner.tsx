import { useEffect } from 'react';
import { startWait } from './long-wait.ts';
import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { t } from '../words/t.ts';

export function Spinner({ label, size = 32 }: { label: string; size?: number }) {
  return (
    <span className={styles.spinner} role="status">
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle cx="12" cy="12" r="10" className={styles.track} />
        <path d="M12 2a10 10 0 0 1 10 10" className={styles.arc} />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** While this spinner is shown for long, the shell says that the page is slow (long-wait.ts). */
export function PageSpinner({ label = t('ui.loading', 'Loading') }: { label?: string }) {
  useEffect(() => startWait(), []);
  return (
    <div className={styles.page}>
      <Spinner label={label} size={40} />
    </div>
  );
}
