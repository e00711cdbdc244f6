import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { isRepeated } from './button.tsx';
import styles from './text-link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { t } from '../words/t.ts';

export function TextLink({
  to,
  state,
  replace,
  children,
}: Pick<LinkProps, 'to' | 'state' | 'replace' | 'children'>) {
  return (
    <Link className={styles.link} to={to} state={state} replace={replace ?? false}>
      {children}
    </Link>
  );
}

/** A link with a full page load. `isNewTab` opens a new tab, so that this page keeps its input. */
export function OutsideLink({
  href,
  isNewTab = false,
  children,
}: {
  href: string;
  isNewTab?: boolean;
  children: ReactNode;
}) {
  return (
    <a className={styles.link} href={href} {...(isNewTab && { target: '_blank', rel: 'noopener' })}>
      {children}
      {isNewTab && <VisuallyHidden> {t('common.opensInNewTab', '(opens in a new tab)')}</VisuallyHidden>}
    </a>
  );
}

export function TextButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.link}
      onClick={(event) => {
        if (!isRepeated(event)) onClick();
      }}
    >
      {children}
    </button>
  );
}
