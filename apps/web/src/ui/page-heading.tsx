import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './page-heading.module.css';

let lastShown: HTMLElement | undefined;

/**
 * Takes the focus when it appears, so that keyboard and screen reader users start at the new page. The heading of the
 * first page does not take the focus.
 */
export function PageHeading({
  children,
  lead,
  leadId,
  aside,
}: {
  children: ReactNode;
  lead?: ReactNode;
  leadId?: string;
  aside?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses before the next frame, so that no key press reaches the old page.
  useLayoutEffect(() => {
    const element = heading.current;
    if (!element || element === lastShown) return;
    if (lastShown) element.focus({ preventScroll: true });
    lastShown = element;
  }, []);
  return (
    <div className={styles.block}>
      <div className={styles.row}>
        <h1 className={styles.heading} ref={heading} tabIndex={-1}>
          {children}
        </h1>
        {aside}
      </div>
      {lead !== undefined && (
        <div className={styles.lead} id={leadId}>
          {lead}
        </div>
      )}
    </div>
  );
}
