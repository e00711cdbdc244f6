import type { ReactNode } from 'react';
import { Countdown } from '../ui/countdown.tsx';
import { t } from '../words/t.ts';
import styles from './lockout-notice.module.css';

export function LockoutNotice({ seconds, children }: { seconds: number; children?: ReactNode }) {
  return (
    <>
      <p className={styles.time}>
        <Countdown
          seconds={seconds}
          wording={(time) =>
            t(
              'identity.lockoutNotice.locked',
              'Due to multiple password attempts, your account has been locked for {time}.',
              { time },
            )
          }
          ended=""
        />
      </p>
      {children && <p className={styles.more}>{children}</p>}
    </>
  );
}
