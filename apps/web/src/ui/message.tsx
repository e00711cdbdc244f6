import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './message.module.css';

const icons = { error: 'alert', info: 'info', success: 'check' } as const satisfies Record<string, IconName>;

/**
 * The live region stays mounted while its text changes, so that screen readers announce each new text. Errors interrupt
 * the current speech.
 */
export function Message({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'}>
      {children && (
        <div className={`${styles.message} ${styles[kind]}`}>
          <Icon name={icons[kind]} />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
