import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as Items, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from './menu.module.css';
import { Spinner } from './spinner.tsx';

type MenuProps = {
  /** Names the button and the menu. */
  label: string;
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

/**
 * A button that opens a menu (WAI-ARIA Authoring Practices, "Menu Button"). Arrow keys, type-ahead, Escape and the way
 * back to the button are React Aria's; the look is ours.
 */
export function Menu({
  label,
  face = <Dots />,
  heading,
  children,
  isBusy,
  className = styles.button,
}: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={className ?? ''} aria-label={label}>
        {isBusy ? <Spinner label="Please wait" size={20} /> : face}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        {heading}
        <Items className={styles.items ?? ''} aria-label={label} shouldFocusWrap>
          {children}
        </Items>
      </Popover>
    </MenuTrigger>
  );
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

type MenuActionProps = { children: string; isDestructive?: boolean; onSelect(): void };

/** An item that does something here. */
export function MenuAction({ children, isDestructive = false, onSelect }: MenuActionProps) {
  return (
    <MenuItem className={`${styles.item} ${isDestructive ? styles.destructive : ''}`} onAction={onSelect}>
      {children}
    </MenuItem>
  );
}
