import styles from './progress-ring.module.css';
import { t } from '../words/t.ts';

const RADIUS = 25;
const LENGTH = 2 * Math.PI * RADIUS;

export function ProgressRing({ step, of }: { step: number; of: number }) {
  return (
    <div
      className={styles.ring}
      role="img"
      aria-label={t('ui.progressRing.label', 'Step {step} of {count}', { step, count: of })}
    >
      <svg width="60" height="60" viewBox="0 0 60 60" fill="none" strokeWidth="5" aria-hidden="true">
        <circle cx="30" cy="30" r={RADIUS} className={styles.track} />
        <circle
          cx="30"
          cy="30"
          r={RADIUS}
          className={styles.done}
          strokeDasharray={`${(LENGTH * step) / of} ${LENGTH}`}
          transform="rotate(-90 30 30)"
        />
      </svg>
      <span className={styles.text} aria-hidden="true">
        {t('ui.progressRing.steps', '{step} of {count} ## steps', { step, count: of })}
      </span>
    </div>
  );
}
