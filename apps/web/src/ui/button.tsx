import type { MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { t } from '../words/t.ts';

/** `danger` removes something. `quietDanger` is for lists with many such buttons. */
type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger';
type Look = { variant?: Variant; isWide?: boolean };

function lookOf({ variant = 'primary', isWide = false }: Look): string {
  return [styles.button, styles[variant], isWide && styles.wide].filter(Boolean).join(' ');
}

type ButtonProps = Look & {
  children: ReactNode;
  type?: 'button' | 'submit';
  onClick?(): void;
  isDisabled?: boolean;
  /** The action is running. The button keeps the focus, ignores clicks and is announced as busy. */
  isLoading?: boolean;
  describedBy?: string | undefined;
  /** For a button that shows or hides the content after it: whether the content is visible. */
  isExpanded?: boolean;
  name?: string;
  value?: string;
  form?: string;
};

/**
 * Returns whether a click repeats another one, as in a double click. The first click may already have changed the page.
 */
export const isRepeated = ({ detail }: MouseEvent): boolean => detail > 1;

export function Button({
  children,
  type = 'button',
  onClick,
  isDisabled,
  isLoading,
  describedBy,
  isExpanded,
  name,
  value,
  form,
  ...look
}: ButtonProps) {
  return (
    <button
      className={lookOf(look)}
      type={type}
      name={name}
      value={value}
      form={form}
      disabled={isDisabled}
      aria-disabled={isLoading || undefined}
      aria-describedby={describedBy}
      aria-expanded={isExpanded}
      onClick={(event) => {
        if (isLoading || isRepeated(event)) event.preventDefault();
        else onClick?.();
      }}
    >
      <span className={isLoading ? styles.busyText : undefined}>{children}</span>
      {isLoading && (
        <span className={styles.ring}>
          <Spinner label={t('ui.pleaseWait', 'Please wait')} size={22} />
        </span>
      )}
    </button>
  );
}

export function ButtonLink({
  children,
  to,
  variant,
  isWide,
  ...link
}: Look & Pick<LinkProps, 'to' | 'state' | 'children' | 'replace' | 'reloadDocument'>) {
  return (
    <Link className={lookOf({ ...(variant && { variant }), ...(isWide && { isWide }) })} to={to} {...link}>
      {children}
    </Link>
  );
}

/** A link with a full page load that looks like a button. */
export function ButtonAnchor({
  children,
  href,
  isNewTab,
  onClick,
  ...look
}: Look & { href: string; isNewTab?: boolean; onClick?: () => void; children: ReactNode }) {
  return (
    <a
      className={lookOf(look)}
      href={href}
      onClick={onClick}
      {...(isNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {/* One flex item, so that the button's gap does not separate the words. */}
      <span>
        {children}
        {isNewTab && <VisuallyHidden> {t('common.opensInNewTab', '(opens in a new tab)')}</VisuallyHidden>}
      </span>
    </a>
  );
}
