import { useState, type KeyboardEvent } from 'react';
import { loadOnTouch } from './load-on-touch.ts';
import { menuFace, type MenuActionProps, type MenuChoiceProps, type MenuProps } from './menu-parts.tsx';
import styles from './menu.module.css';

/** In its own chunk, because it includes a large part of React Aria. */
const menus = loadOnTouch(() => import('./list-menu.tsx'));
export const loadMenus = menus.load;

/**
 * Follows the WAI-ARIA Authoring Practices, "Menu Button". If the visitor presses the button before the menu is loaded,
 * the menu opens as soon as it is loaded.
 */
export function Menu(props: MenuProps) {
  const [isPressed, setPressed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const loaded = menus.use(isPressed);
  if (loaded) return <loaded.ListMenu {...props} isOpenAtFirst={isPressed} isFocusedAtFirst={isFocused} />;
  return <ClosedMenu {...props} onPress={() => setPressed(true)} onFocusChange={setFocused} />;
}

type ClosedMenuProps = MenuProps & { onPress(): void; onFocusChange(isFocused: boolean): void };

function ClosedMenu(props: ClosedMenuProps) {
  const { label, isNamedByFace = false, className = styles.button, onPress, onFocusChange } = props;
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowDown' || key === 'ArrowUp') onPress();
  }
  return (
    <button
      type="button"
      className={className}
      {...(!isNamedByFace && { 'aria-label': label })}
      aria-haspopup="true"
      aria-expanded={false}
      onClick={onPress}
      onKeyDown={onKeyDown}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      {menuFace(props)}
    </button>
  );
}

export function MenuAction(props: MenuActionProps) {
  const loaded = menus.use();
  return loaded && <loaded.ListAction {...props} />;
}

export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const loaded = menus.use();
  return loaded && <loaded.ListChoice {...props} />;
}
