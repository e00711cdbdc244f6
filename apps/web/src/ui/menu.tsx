import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header, Menu as Items, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';
import { Spinner } from './spinner.tsx';

type MenuProps = {
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

/**
 * A button that opens a menu (WAI-ARIA Authoring Practices, "Menu Button"). Arrow keys, type-ahead, Escape and the way
 * back to the button are React Aria's; the look is ours.
 */
export function Menu({
  label,
  isNamedByFace = false,
  face = <Dots />,
  heading,
  children,
  isBusy,
  className = styles.button,
}: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={className ?? ''} {...(!isNamedByFace && { 'aria-label': label })}>
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

type MenuChoiceProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose(value: T): void;
};

/** Items of which one is chosen. The menu stays open, so that one sees what it does. */
export function MenuChoice<T extends string>({ label, options, value, onChoose }: MenuChoiceProps<T>) {
  return (
    <MenuSection
      className={styles.choice ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      shouldCloseOnSelect={false}
    >
      <Header className={styles.label ?? ''}>{label}</Header>
      {options.map((option) => (
        <MenuItem
          key={option.value}
          id={option.value}
          textValue={option.label}
          className={`${styles.item} ${styles.option}`}
          onAction={() => onChoose(option.value)}
        >
          {option.label}
          {option.value === value && <Icon name="check" />}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
