import { use, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Header,
  Menu as Items,
  MenuItem,
  MenuSection,
  MenuTrigger,
  RootMenuTriggerStateContext,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './icon.tsx';
import type { MenuActionProps, MenuChoiceProps, MenuProps } from './menu-parts.tsx';
import { menuFace } from './menu-parts.tsx';
import styles from './menu.module.css';

type ListMenuProps = MenuProps & { isOpenAtFirst: boolean; isFocusedAtFirst: boolean };

export function ListMenu(props: ListMenuProps) {
  const { label, isNamedByFace = false, heading, children, className = styles.button } = props;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <MenuTrigger>
      <Button ref={button} className={className ?? ''} {...(!isNamedByFace && { 'aria-label': label })}>
        {menuFace(props)}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        {heading}
        <Items className={styles.items ?? ''} aria-label={label} shouldFocusWrap>
          {children}
        </Items>
      </Popover>
      <ReplayPress {...props} button={button} />
    </MenuTrigger>
  );
}

type ReplayProps = Pick<ListMenuProps, 'isOpenAtFirst' | 'isFocusedAtFirst'> & {
  button: RefObject<HTMLButtonElement | null>;
};

/** Repeats a press or focus of `ClosedMenu`, the button that was shown until this menu loaded. */
function ReplayPress({ isOpenAtFirst, isFocusedAtFirst, button }: ReplayProps) {
  const menu = use(RootMenuTriggerStateContext);
  const replay = useEffectEvent(() => {
    // Focuses the button before the menu opens, so that the focus returns to the button when the menu closes.
    if (isOpenAtFirst || isFocusedAtFirst) button.current?.focus();
    if (isOpenAtFirst) menu?.open('first');
  });
  useEffect(() => replay(), []);
  return null;
}

export function ListAction({ children, isDestructive = false, onSelect }: MenuActionProps) {
  return (
    <MenuItem className={`${styles.item} ${isDestructive ? styles.destructive : ''}`} onAction={onSelect}>
      {children}
    </MenuItem>
  );
}

/** A choice keeps the menu open, so that the user sees the effect. */
export function ListChoice<T extends string>({ label, options, value, onChoose }: MenuChoiceProps<T>) {
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
