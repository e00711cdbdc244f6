import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import { t } from '../words/t.ts';

export type MenuProps = {
  /** Names the menu, and the button unless its face does. */
  label: string;
  /** The face has words, and they name the button (WCAG 2.5.3). */
  isNamedByFace?: boolean;
  /** What the button shows; three dots, where nothing else is said. */
  face?: ReactNode;
  /** Above the items, for who sees; the label says it to others. */
  heading?: ReactNode;
  /** The items. */
  children: ReactNode;
  /** What was chosen in it is under way. */
  isBusy?: boolean;
  /** Class of the button, where the usual look does not do. */
  className?: string | undefined;
};

export type MenuActionProps = { children: string; isDestructive?: boolean; onSelect(): void };

export type MenuChoiceProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose(value: T): void;
};

/** What stands in the button. */
export function menuFace({ face = <Dots />, isBusy = false }: MenuProps): ReactNode {
  return isBusy ? <Spinner label={t('Please wait')} size={20} /> : face;
}

/** Not among the icons of ui/icon.tsx, which are in the first load. */
function Dots() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <circle cx="4" cy="10" r="1.75" />
      <circle cx="10" cy="10" r="1.75" />
      <circle cx="16" cy="10" r="1.75" />
    </svg>
  );
}
