import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import { t } from '../words/t.ts';

export type MenuProps = {
  /** The name of the menu, and of the button if the button shows no text. */
  label: string;
  /** The face contains a text, which is the button's name (WCAG 2.5.3). */
  isNamedByFace?: boolean;
  face?: ReactNode;
  /** Content above the items, outside the element with the role `menu`. */
  heading?: ReactNode;
  children: ReactNode;
  isBusy?: boolean;
  className?: string | undefined;
};

export type MenuActionProps = { children: string; isDestructive?: boolean; onSelect(): void };

export type MenuChoiceProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose(value: T): void;
};

export function menuFace({ face = <Dots />, isBusy = false }: MenuProps): ReactNode {
  return isBusy ? <Spinner label={t('ui.pleaseWait', 'Please wait')} size={20} /> : face;
}

/** Not in ui/icon.tsx, because the first load includes the icons of that file. */
function Dots() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <circle cx="4" cy="10" r="1.75" />
      <circle cx="10" cy="10" r="1.75" />
      <circle cx="16" cy="10" r="1.75" />
    </svg>
  );
}
